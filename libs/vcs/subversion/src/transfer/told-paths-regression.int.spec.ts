import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// Errors of the server named the paths of the repository on its machine.
describeSubversion('what goes wrong in the server', () => {
  const world = SubversionWorld.ofSuite();

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
