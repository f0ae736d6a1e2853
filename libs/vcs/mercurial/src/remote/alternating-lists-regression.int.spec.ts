import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Lists of files of two lines of development, by turns; prints which are built anew, and how much is kept. */
const taking = String.raw`
import struct, sys
sys.path.insert(0, sys.argv[1])
import hf_judged
hf_judged.Judging.is_on = False

class Log:
    nullid = -1

    def __init__(self, first):
        self.first, self.built = first, 0

    def rev(self, node):
        return node

    def rawdata(self, node):
        return b'' if node == self.nullid else self.first

    def _rawtext(self, node, rev):
        if rev < 0:  # as before 7.2
            raise ValueError('revlog index out of range')
        self.built += 1
        return rev, self.first, False

def by_turns(size, lines):
    last = hf_judged.Last(Log(b'x' * (size - 1) + b'\n'))
    for at in range(lines, 20 * lines):
        old = last.text_of(at - lines)
        last.becomes(at, old, struct.pack('>lll', 0, 0, 2) + b'a\n')
    print(last.log.built, len(last.texts), sum(map(len, last.texts.values())) <= 64 << 20)

print(hf_judged.Last(Log(b'')).text_of(-1))
by_turns(1 << 10, 2)
by_turns(16 << 20, 2)
by_turns(40 << 20, 1)
by_turns(80 << 20, 1)
`;

// The one before each had been that of the other line: it was built from the beginning for each changeset. Before 7.2
// Mercurial builds none of no version, so that nothing could be imported.
describeMercurial('an import of two lines of development', () => {
  const world = sharedWorld();

  it('builds the list of files of neither anew, and keeps few', async () => {
    const words = ['-c', taking, join(world.root, 'state/program')];
    const { code, output } = await world.python(world.root, words);
    const lines = ["b''", '2 16 True', '2 3 True', '1 1 True', '1 1 False'];
    expect({ code, lines: output.split('\n') }).toEqual({ code: 0, lines });
  });
});
