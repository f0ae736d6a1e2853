import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import { installProgram } from '../program/program-files.js';

/** Says what is brought to the disk: its name, how many bytes, and whether the bundle has its own name by then. */
const script = String.raw`
import json, os, sys
sys.path.insert(0, sys.argv[1])
import hf_fetch
path, noted = sys.argv[2], []
def note(file):
    name = os.path.basename(os.readlink('/proc/self/fd/%d' % file))
    noted.append([name, os.fstat(file).st_size, os.path.exists(path)])
os.fsync = note
hf_fetch.said = lambda *_, **__: None
hf_fetch.packed = lambda _: [b'one ', b'bundle']
hf_fetch.bring(None, path, [], [])
hf_fetch.bring(None, path, [], [])
print(json.dumps(noted), open(path).read())
`;

// The next attempt takes a bundle that has its name for whole.
describeMercurial('a bundle that came from elsewhere', () => {
  const world = new MercurialWorld();
  afterAll(() => world.leftovers());

  it('is on the disk, all of it, before it has its name', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bundle-'));
    const program = join(directory, 'program');
    await installProgram(program);
    const { code, output } = await world.python(directory, ['-c', script, program, join(directory, 'b0')]);
    expect([code, output]).toEqual([0, '[["b0.new", 10, false]] one bundle']);
    await rm(directory, { recursive: true });
  });
});
