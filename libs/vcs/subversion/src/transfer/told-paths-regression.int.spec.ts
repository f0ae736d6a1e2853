import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isInstalled, SubversionWorld } from '../subversion-world.fixture.js';

// Errors of the server named the paths of the repository on its machine.
// Where setup could not obtain the programs: `tools/test` counts it as skipped, and CI takes that for a failure.
(isInstalled ? describe : describe.skip)('what goes wrong in the server', () => {
  const world = new SubversionWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    await world.leftovers();
  });

  it('is told without the place where it did', async () => {
    const { directory, url } = await world.repository();
    await rename(join(directory, 'db/txn-current'), join(directory, 'db/away'));
    const type = { 'content-type': 'application/vnd.svn-skel' };
    const { status, text } = await world.raw('ann', 'POST', url, '/!svn/me', {
      ...type,
      body: '( create-txn )',
    });
    expect([status, text]).toEqual([500, expect.stringContaining("'the repository/db/txn-current'")]);
    expect(text).not.toContain(world.root);
  });
});
