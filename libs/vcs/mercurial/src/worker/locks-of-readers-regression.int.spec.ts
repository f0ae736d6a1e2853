import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/** Puts a repository in order while its lock is given back and taken anew whenever somebody looks at it. */
const looking = String.raw`
import os, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_tidy
from mercurial import lock as lockmod
state, repository = sys.argv[2:]
hf_tidy.mark(state)
lock = os.path.join(repository, '.hg', 'wlock')
mine = '%s:%d' % (os.fsdecode(lockmod._getlockprefix()), os.getpid())
os.symlink(mine, lock)
look = os.readlink

def given_back(path, *more):
    if path != lock:
        return look(path, *more)
    os.unlink(lock)
    try:
        return look(path, *more)
    finally:
        os.symlink(mine, lock)

os.readlink = given_back
hf_tidy.tidy(hf_base.fresh_ui(), repository)
os.readlink = look
print(look(lock) == mine, end='')
`;

// Readers lock a repository, too, for a moment: the next request then took the lock for one of a killed process, and
// failed.
describeMercurial('a lock that is given back while somebody looks at it', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  it('is left to who takes it next', async () => {
    const { directory } = await world.repository();
    const state = join(world.root, 'state');
    const words = ['-c', looking, join(state, 'program'), state, directory];
    expect(await world.python(world.root, words)).toEqual({ code: 0, output: 'True' });
  });
});
