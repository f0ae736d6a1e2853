import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const asking = (inner: string): string => `<D:propfind xmlns:D="DAV:">${inner}</D:propfind>`;

// Processes of the server are for all companies. Who may write ended one with each of these requests.
describeSubversion('a revision that is under way', () => {
  const world = SubversionWorld.ofSuite();
  let url: string;
  let root: string;
  beforeAll(async () => {
    ({ url } = await world.repository());
    root = new URL(url).pathname;
  });

  const children = async (): Promise<string[]> => {
    const parent = (await readFile(join(world.root, 'state/server/server.pid'), 'utf8')).trim();
    return (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ');
  };
  const statusOf = async (method: string, below: string, more: Record<string, string | undefined> = {}) => {
    const { status, headers } = await world.raw('ann', method, url, below, { depth: '0', ...more });
    return [method, below, status, headers['svn-txn-name']] as const;
  };
  const begun = async (): Promise<string> => {
    const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
    return String((await statusOf('POST', '/!svn/me', skel))[3]);
  };
  const inActivity = async (name: string): Promise<void> => {
    await statusOf('MKACTIVITY', `/!svn/act/${name}`);
    const activity = `<D:activity-set><D:href>${root}/!svn/act/${name}</D:href></D:activity-set>`;
    const body = `<D:checkout xmlns:D="DAV:">${activity}</D:checkout>`;
    for (const below of ['/!svn/bln/1', '/!svn/ver/1/trunk'])
      expect(await statusOf('CHECKOUT', below, { body })).toMatchObject(['CHECKOUT', below, 201]);
  };

  it('is not told as a whole', async () => {
    const name = await begun();
    const before = await children();
    for (const below of [`/!svn/txn/${name}`, `/!svn/txn/${name}/`, `/%21svn/t%78n/${name}`]) {
      for (const depth of ['0', '1'])
        for (const body of [undefined, asking('<D:allprop/>'), asking('<D:propname/>')])
          expect(await statusOf('PROPFIND', below, { depth, body })).toMatchObject(['PROPFIND', below, 405]);
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'REPORT', 'CHECKOUT', 'PUT', 'COPY', 'MOVE'])
        expect(await statusOf(method, below)).toMatchObject([method, below, 405]);
    }
    expect(await statusOf('GET', `/!svn/txn/${name}/trunk`)).toMatchObject(['GET', expect.any(String), 404]);
    expect(await children()).toEqual(expect.arrayContaining(before));
  });

  it('is nothing to which something is copied, but its paths are', async () => {
    const name = await begun();
    await inActivity('a');
    const before = await children();
    const copied = async (to: string) => {
      const destination = `http://x${root}/!svn/${to}`;
      return [to, (await statusOf('COPY', '/!svn/rvr/1/trunk', { destination, depth: 'infinity' }))[2]];
    };
    for (const to of [`txn/${name}`, `txn/${name}/x`, 'act/a', 'wbl/a/1', `txr/${name}`, 'wrk/a/'])
      expect(await copied(to)).toEqual([to, 403]);
    for (const to of [`txr/${name}/copy`, 'wrk/a/trunk/copy']) expect(await copied(to)).toEqual([to, 201]);
    expect(await children()).toEqual(expect.arrayContaining(before));
  });

  it('is changed, given up, and told by its paths', async () => {
    const name = await begun();
    const log = '<D:prop><S:log xmlns:S="http://subversion.tigris.org/xmlns/svn/">x</S:log></D:prop>';
    const body = `<D:propertyupdate xmlns:D="DAV:"><D:set>${log}</D:set></D:propertyupdate>`;
    const asked: [string, string, number, string?][] = [
      ['PROPPATCH', `/!svn/txn/${name}`, 207, body],
      ['PROPFIND', `/!svn/txr/${name}/trunk`, 207],
      ['GET', `/!svn/txr/${name}/trunk/`, 200],
      ['DELETE', `/!svn/txn/${name}`, 204],
    ];
    for (const [method, below, status, sent] of asked)
      expect(await statusOf(method, below, { body: sent })).toMatchObject([method, below, status]);
  });
});
