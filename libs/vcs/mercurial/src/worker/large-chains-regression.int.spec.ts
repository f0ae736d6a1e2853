import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Reads a small version that is said to be made of large ones, where others are served; prints where that is done. */
const reading = String.raw`
import sys
sys.path.insert(0, sys.argv[1])
import hf_allowed, hf_base, hf_turns
hf_allowed.allow()
base = hf_base.fresh_ui()
repo = hf_base.opened(base, sys.argv[2]).unfiltered()
log = repo.file(b'f')._revlog
holder = getattr(log, '_inner', log)
holder._deltachain = lambda rev, stoprev=None: (list(range(rev + 1)), False)
with hf_turns.no_more_than(int(sys.argv[3]), None):
    try:
        log._rawtext(log.node(2), 2)
        print('here')
    except hf_turns.Elsewhere:
        print('elsewhere')
`;

// Mercurial before 7.2 unpacked all of them at once, in a process that served all.
describeMercurial('a small version of a file that is made of large ones', () => {
  const world = sharedWorld();

  it.each([
    ['one of them is large', 20 << 20, 128 << 20],
    ['they are more together than it may take', 3 << 20, 2 << 20],
  ])('is read by a program of its own where %s', async (_, large, most) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    for (const size of [large, large, 64])
      await world.commit(work, 'f', Buffer.alloc(size, String(size % 7) + Math.random()));
    await world.must(work, 'push', '-q', url);
    const words = ['-c', reading, join(world.root, 'state/program'), directory, String(most)];
    expect(await world.python(world.root, words)).toEqual({ code: 0, output: 'elsewhere' });
  });
});
