import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Reads as Mercurial 6.3 to 6.5 and as 6.6 do, of a log that says what it was read from. */
const reading = String.raw`
import sys
sys.path.insert(0, sys.argv[1])
import hf_large

class Log:
    radix, index = b'data/f', [(0, 0, 4)] * 3

    def __init__(self):
        self._revisioncache, self.asked = None, []

    def rev(self, node):
        return 2

    def _deltachain(self, rev, stoprev=None):
        return list(range(rev + 1)), False

    def _chunks(self, chain, targetsize=None, **how):
        self.asked.append(how)
        return [b'text'] + [b''] * (len(chain) - 1)

    def _chunk(self, rev, **how):
        self.asked.append(how)
        return b'' if rev else b'text'

for much in (4, 1 << 23):
    Log.index = [(0, 0, much)] * 3
    for how in ({'_df': 'handle'}, {'_df': None}, {}):
        log = Log()
        print(*hf_large.raw_text_before(log, b'node', None, **how), *map(str, log.asked))
`;

// Up to 6.5 Mercurial says from what a version is read, for which our function in the place of its own had no word:
// then it read nothing any more.
describeMercurial('a version of a file', () => {
  const world = sharedWorld();

  it('is read from what Mercurial before 6.6 has open', async () => {
    const words = ['-c', reading, join(world.root, 'state/program')];
    const { code, output } = await world.python(world.root, words);
    const each = (how: string): string => `2 b'text' False ${how}`;
    const bits = (how: string): string => each(Array.from({ length: 3 }, () => how).join(' '));
    const asked = ["{'df': 'handle'}", '{}', '{}'];
    expect({ code, lines: output.split('\n') }).toEqual({
      code: 0,
      lines: [...asked.map(each), ...asked.map(bits)],
    });
  });
});
