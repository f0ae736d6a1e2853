import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Has something in the place of Mercurial's C compare two texts, with 128 MiB at most; prints what came of it. */
const comparing = String.raw`
import resource, sys
sys.path.insert(0, sys.argv[1])
import hf_compared
resource.setrlimit(resource.RLIMIT_DATA, (128 << 20, 128 << 20))
empty, made, many = b'', b'made', b'\n' * (900 << 10)
for old, new, said in ((b'a', b'b', made), (b'a', b'a', empty), (b'a', b'b', empty), (many, many + b'a', made)):
    asked = []
    try:
        found = hf_compared.few_lines(lambda *texts: asked.append(texts) or said)(old, new)
    except MemoryError:
        found = None
    print(len(asked), found, end='; ')
`;

// Where Mercurial's C gets no memory for its table of lines it says that nothing differs.
describeMercurial('two texts for which there is too little memory', () => {
  const world = sharedWorld();

  it('are not compared, or not the same for that', async () => {
    const words = ['-c', comparing, join(world.root, 'state/program')];
    const output = "1 b'made'; 1 b''; 1 None; 0 None;";
    expect(await world.python(world.root, words)).toEqual({ code: 0, output });
  });
});
