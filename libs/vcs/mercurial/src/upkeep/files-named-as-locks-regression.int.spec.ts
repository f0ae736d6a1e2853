import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// What is verified was a copy without them, so they were called missing, and what was wrong with them was not found.
describeMercurial('files whose names begin as those of locks and journals do', () => {
  const world = sharedWorld();

  it('are verified as all others', async () => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    await mkdir(join(work, 'locks'));
    for (const file of ['lock.yml', 'journal', 'undo.c', 'locks/a']) await world.commit(work, file, file);
    await world.must(work, 'push', url);
    const signal = new AbortController().signal;
    const verified = () => {
      const tell = () => undefined;
      return world.kind.open(directory).care.verify({ signal, tell });
    };
    expect((await verified()).lines).toEqual([]);
    await rm(join(directory, '.hg/store/data/lock.yml.i'));
    expect((await verified()).lines).toContainEqual(expect.stringContaining('lock.yml'));
  });
});
