import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Two processes that each look at a repository three times, and tell when. One who writes looks for its lock. */
const walking = String.raw`
import sys, time
sys.path.insert(0, sys.argv[1])
import hf_base
from mercurial import streamclone
def walk(repo):
    begun = time.time()
    with repo.lock():
        time.sleep(0.3)
    print('%.3f %.3f' % (begun, time.time()), flush=True)
streamclone.generatev1 = walk
import hf_walks
repo = hf_base.opened(hf_base.fresh_ui(), sys.argv[2])
for _ in range(3):
    streamclone.generatev1(repo)
`;

// A guest who began streamed clones of a repository with 100,000 files, and left, had its lock nearly all the time: who
// pushed waited a minute, and was refused.
describeMercurial('streamed clones', () => {
  const world = sharedWorld();

  it('lock a repository one after another, and not for as long between', async () => {
    const { directory } = await world.repository();
    const program = `${world.root}/state/program`;
    const both = await Promise.all(
      [0, 1].map(() => world.python(world.root, ['-c', walking, program, directory])),
    );
    const walks = both
      .flatMap(({ output }) => output.trim().split('\n'))
      .map((line) => line.split(' ').map(Number))
      .sort(([one], [other]) => one - other);
    expect(walks).toHaveLength(6);
    for (const [at, [begun]] of walks.entries())
      if (at > 0) expect(begun - walks[at - 1][1]).toBeGreaterThan(0.25);
  });

  it('come still, by all who want one', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    for (const version of ['1', '2']) {
      const copy = `${world.root}/copy${version}`;
      const how = ['--config', `devel.legacy.exchange=${version === '1' ? 'bundle1' : ''}`];
      const cloned = await world.hg(world.root, 'clone', '--stream', ...how, url, copy);
      expect(cloned).toMatchObject({ code: 0 });
      expect(cloned.output).toContain('stream');
    }
    expect(existsSync(join(directory, '.hg/cache/holdfast-walks'))).toBe(true);
  });
});
