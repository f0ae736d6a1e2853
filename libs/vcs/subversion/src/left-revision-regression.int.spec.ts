import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VcsEngine } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from './subversion-world.fixture.js';

// A commit that is killed leaves the file of a revision that is none yet. A move took it for one that never changes: it
// carried that in place of the one that the next commit wrote.
describeSubversion('the file of a revision', () => {
  const world = SubversionWorld.ofSuite();

  it('is written anew by the commit after one that was cut off, and is none that lasts', async () => {
    const { directory } = await world.repository();
    const youngest = Number(await readFile(join(directory, 'db/current'), 'utf8'));
    const path = `db/revs/0/${youngest + 1}`;
    await writeFile(join(directory, path), 'what was cut off');
    await world.commit(directory, 'HEAD', 1);
    expect(await readFile(join(directory, path), 'latin1')).not.toContain('what was cut off');
    const engine: VcsEngine = world.engine;
    expect(engine.lasting?.test(path)).not.toBe(true);
  });

  // Where the process is not root, which may write everything, each commit after a killed one was refused for ever.
  const mayBeWritten = async (...path: string[]) => ((await stat(join(...path))).mode & 0o200) !== 0;
  const sorts = ['db/revs/0', 'db/revprops/0'];

  it('may be written by its owner, in a new repository and its copy', async () => {
    const { directory } = await world.repository();
    await world.commit(directory, 'HEAD', 1);
    const youngest = (await readFile(join(directory, 'db/current'), 'utf8')).trim();
    for (const sort of sorts) expect(await mayBeWritten(directory, sort, youngest)).toBe(true);
  });

  it('may be written by its owner after the next try, where an older version made the repository', async () => {
    const { directory, url } = await world.repository();
    const youngest = Number(await readFile(join(directory, 'db/current'), 'utf8'));
    for (const sort of sorts) {
      await writeFile(join(directory, sort, String(youngest + 1)), 'what was cut off');
      for (const revision of [youngest, youngest + 1])
        await chmod(join(directory, sort, String(revision)), 0o400);
    }
    await world.as('developer', ['mkdir', '-m', 'x', `${url}/n`]);
    while (!(await mayBeWritten(directory, 'db/revprops/0', String(youngest + 1)))) await sleep(20);
    const { stderr } = await world.as('developer', ['mkdir', '-m', 'x', `${url}/other`]);
    expect(stderr).toBe('');
  });
});
