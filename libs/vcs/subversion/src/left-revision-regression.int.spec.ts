import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
});
