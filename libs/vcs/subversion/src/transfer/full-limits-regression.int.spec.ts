import { randomBytes } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const begin = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
const setting =
  '<D:propertyupdate xmlns:D="DAV:" xmlns:C="http://subversion.tigris.org/xmlns/custom/">' +
  '<D:set><D:prop><C:p>v</C:p></D:prop></D:set></D:propertyupdate>';
const locking =
  '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';

// Each makes a file of some kilobytes, and those without a body were asked for no room: a developer had as many made
// as he liked.
describeSubversion('changes where a storage limit is reached', () => {
  const world = SubversionWorld.ofSuite();
  beforeEach(() => {
    world.storage.limit = Infinity;
  });

  const begun = async (url: string) =>
    String((await world.raw('ann', 'POST', url, '/!svn/me', begin)).headers['svn-txn-name']);

  it('are refused, however little they say', async () => {
    const { directory, url } = await world.repository();
    const name = await begun(url);
    const inside = `/!svn/txr/${name}`;
    const destination = `http://x${new URL(url).pathname}${inside}/copy`;
    expect((await world.raw('ann', 'PUT', url, `${inside}/trunk/file`)).status).toBe(201);
    const all = () => readdir(directory, { recursive: true });
    const before = await all();
    world.storage.limit = 1_000;
    const changes: [method: string, below: string, more?: { body?: string; destination?: string }][] = [
      ['MKCOL', `${inside}/directory`],
      ['PUT', `${inside}/empty`],
      ['COPY', '/!svn/rvr/1/trunk', { destination }],
      ['DELETE', `${inside}/trunk/file`],
      ['PROPPATCH', `${inside}/trunk`, { body: setting }],
      ['MKACTIVITY', '/!svn/act/made-up'],
      ['POST', '/!svn/me', begin],
      ['LOCK', '/trunk', { body: locking }],
    ];
    for (const [method, below, more] of changes) {
      const { status } = await world.raw('ann', method, url, below, more);
      expect([method, status]).toEqual([method, 507]);
    }
    expect(await all()).toEqual(before);
  });

  // A few bytes of differences, against a version that is stored by itself, are a whole file to the repository.
  it('are refused where they have become more than there is room for', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    const body = randomBytes(100_000);
    expect((await world.raw('ann', 'PUT', url, `/!svn/txr/${name}/trunk/file`, { body })).status).toBe(201);
    const { pathname } = new URL(url);
    const merge = {
      body: `<merge xmlns="DAV:"><source><href>${pathname}/!svn/txn/${name}</href></source></merge>`,
    };
    world.storage.limit = 50_000;
    expect((await world.raw('ann', 'MERGE', url, '', merge)).status).toBe(507);
    world.storage.limit = 200_000;
    expect((await world.raw('ann', 'MERGE', url, '', merge)).status).toBe(200);
  });

  it('may be looked at, and given up', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    world.storage.limit = 1_000;
    const asked = async (method: string, below: string) =>
      (await world.raw('ann', method, url, below, { depth: '0' })).status;
    expect(await asked('PROPFIND', `/!svn/txr/${name}/trunk`)).toBe(207);
    expect(await asked('DELETE', `/!svn/txn/${name}`)).toBe(204);
    expect(await asked('PROPFIND', `/!svn/txr/${name}/trunk`)).toBe(404);
    // There is no such lock: that is for the server to say.
    expect(await asked('UNLOCK', '/trunk')).not.toBe(507);
  });

  // Dead transactions were removed after commits only, and of those none came to be.
  it('have room again when the transactions of yesterday are removed', async () => {
    const { directory, url } = await world.repository();
    const transactions = join(directory, 'db/transactions');
    const place = join(transactions, `${await begun(url)}.txn`);
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    for (const name of [...(await readdir(place)), '.'])
      await utimes(join(place, name), yesterday, yesterday);
    // It is looked for such ones at the first write and then by the hour: what is forgotten is as new.
    await world.engine.call('forget', { directory });
    world.storage.written.length = 0;
    world.storage.limit = 1_000;
    expect((await world.raw('ann', 'POST', url, '/!svn/me', begin)).status).toBe(507);
    for (let waits = 0; (await readdir(transactions)).length > 0 && waits < 100; waits += 1) await sleep(50);
    expect(await readdir(transactions)).toEqual([]);
    const count = () => world.storage.written.filter((written) => written === directory).length;
    for (let waits = 0; count() < 3 && waits < 100; waits += 1) await sleep(50);
    // Its beginning, its end, and what was removed: then it is measured.
    expect(count()).toBe(3);
  });
});
