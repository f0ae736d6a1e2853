import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// The next server did not know what the request was to be known by: whoever committed heard that he may not.
describeSubversion('a commit that waits for its turn while the server is started anew', () => {
  const world = SubversionWorld.ofSuite();

  const server = async () => Number(await readFile(join(world.root, 'state/server/server.pid'), 'utf8'));

  it('is told to try again', async () => {
    const { url } = await world.repository();
    const headers = { 'content-type': 'application/vnd.svn-skel' };
    const committed = async () => {
      const begun = await world.raw('ann', 'POST', url, '/!svn/me', { ...headers, body: '( create-txn )' });
      const source = `${new URL(url).pathname}/!svn/txn/${String(begun.headers['svn-txn-name'])}`;
      const body = `<D:merge xmlns:D="DAV:"><D:source><D:href>${source}</D:href></D:source></D:merge>`;
      return world.raw('ann', 'MERGE', url, '', { body });
    };
    await committed();
    const before = await server();
    world.instead = async () => {
      const children = await readFile(`/proc/${before}/task/${before}/children`, 'utf8');
      for (const pid of [before, ...children.trim().split(' ').map(Number)]) process.kill(pid, 'SIGKILL');
      while ((await server().catch(() => before)) === before) {
        await world.raw('ann', 'OPTIONS', url, '');
        await passed(100);
      }
      return { accepted: true };
    };
    const { status, text } = await committed();
    expect([status, text]).toEqual([503, expect.stringContaining('try again')]);
    world.instead = undefined;
    expect((await committed()).status).toBe(200);
  });
});
