import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Takes a lock, and asks while it is made whether the request may be ended there. */
const locking = String.raw`
import os, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_running
from mercurial import lock, vfs

asked = []

def asking(*words, act=os.symlink):
    asked.append(hf_running.may_end(sys._getframe(1)))
    return act(*words)

os.symlink = asking
with lock.lock(vfs.vfs(os.fsencode(sys.argv[2])), b'lock', timeout=0):
    pass
print(asked, end='')
`;

// The link was made, and the request ended before Mercurial had noted that it has it: nobody could write any more.
describeMercurial('a request that takes a lock', () => {
  const world = sharedWorld();

  it('is not ended while the lock is made', async () => {
    const program = join(world.root, 'state/program');
    const { output } = await world.python(world.root, ['-c', locking, program, world.root]);
    expect(output).toBe('[False]');
  });
});
