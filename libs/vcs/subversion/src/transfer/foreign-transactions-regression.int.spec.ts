import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const changing = (name: string, space = 'http://subversion.tigris.org/xmlns/svn/') =>
  `<D:propertyupdate xmlns:D="DAV:" xmlns:S="${space}"><D:set><D:prop><S:${name}>forged</S:${name}></D:prop></D:set>` +
  '</D:propertyupdate>';
const merging = (address: string) =>
  `<D:merge xmlns:D="DAV:"><D:source><D:href>${address}</D:href></D:source></D:merge>`;
const checkout = (address: string) =>
  `<D:checkout xmlns:D="DAV:"><D:activity-set><D:href>${address}</D:href></D:activity-set></D:checkout>`;

// The names of transactions can be guessed, and the server lets everybody end and change those of others.
describeSubversion('transactions over HTTP', () => {
  const world = SubversionWorld.ofSuite();

  const begun = async (url: string, skel = '( create-txn )') => {
    const type = { 'content-type': 'application/vnd.svn-skel' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', { ...type, body: skel });
    return String(headers['svn-txn-name']);
  };
  const revision = async (url: string) =>
    (await world.as('ann', ['log', '-q', '-r', 'HEAD', url])).stdout.split('\n')[1];

  it('are not there for anybody but who began them', async () => {
    const { url } = await world.repository();
    const root = new URL(url).pathname;
    const name = await begun(url);
    const asks: [method: string, below: string, more?: { body?: string; destination?: string }][] = [
      ['DELETE', `/!svn/txn/${name}`],
      ['DELETE', `/%21svn/tx%6e/${name}`],
      ['PROPPATCH', `/!svn/txn/${name}`, { body: changing('log') }],
      ['PROPFIND', `/!svn/txr/${name}`],
      ['GET', `/!svn/txr/${name}/trunk`],
      ['MKCOL', `/!svn/txr/${name}/new`],
      ['COPY', '/!svn/rvr/1/trunk', { destination: `http://x${root}/!svn/txr/${name}/copy` }],
      ['MERGE', '', { body: merging(`${root}/!svn/txn/${name}`) }],
      ['MERGE', '', { body: merging(`${root}/!svn/tx%6e/${name}`) }],
    ];
    for (const [method, below, more] of asks) {
      const { status } = await world.raw('bob', method, url, below, { depth: '0', ...more });
      expect([method, below, status]).toEqual([method, below, 404]);
    }
    const own = await world.raw('ann', 'MKCOL', url, `/!svn/txr/${name}/new`);
    const merged = await world.raw('ann', 'MERGE', url, '', { body: merging(`${root}/!svn/tx%6e/${name}`) });
    expect([own.status, merged.status]).toEqual([201, 200]);
    expect(await revision(url)).toMatch(/^r2 \| ann \|/);
  });

  // Two bytes of a name, C3 A0, were a letter and a blank: all behind it was another name than for the server.
  it('are looked for by the names that the server reads', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    const named = (body: string) =>
      body.replaceAll(/(?<=<\/?)D:(?=href)/g, '\u00e0:').replace(' ', ' xmlns:\u00e0="DAV:" ');
    const body = named(merging(`${new URL(url).pathname}/!svn/txn/${name}`));
    expect((await world.raw('bob', 'MERGE', url, '', { body })).status).toBe(400);
    const none = `<D:merge xmlns:D="DAV:"><D:source/></D:merge>`;
    expect((await world.raw('ann', 'MERGE', url, '', { body: none })).status).toBe(400);
    const forged = changing('author').replaceAll('S:', '\u00e0:').replace(':S=', ':\u00e0=');
    const changed = await world.raw('ann', 'PROPPATCH', url, `/!svn/txn/${name}`, { body: forged });
    expect(changed.status).toBe(400);
  });

  it('are of who began them whatever he says', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    const change = async (body: string) =>
      (await world.raw('ann', 'PROPPATCH', url, `/!svn/txn/${name}`, { body })).status;
    expect(await change(changing('author'))).toBe(403);
    expect(await change(changing('svn:author', 'http://subversion.tigris.org/xmlns/custom/'))).toBe(403);
    expect(await change(changing('log'))).toBe(207);
    const forged = await begun(url, '( create-txn-with-props ( 10 svn:author 3 eve ) )');
    const source = `${new URL(url).pathname}/!svn/txn/${forged}`;
    expect((await world.raw('ann', 'MERGE', url, '', { body: merging(source) })).status).toBe(200);
    expect(await revision(url)).toMatch(/^r2 \| ann \|/);
  });

  it('have other names for older clients, and belong to somebody by those as well', async () => {
    const { url } = await world.repository();
    const activity = `${new URL(url).pathname}/!svn/act/made-up`;
    const as = async (who: string, method: string, below: string, body?: string) =>
      (await world.raw(who, method, url, below, { body })).status;
    expect(await as('bob', 'DELETE', '/!svn/act/made-up')).toBe(404);
    expect(await as('ann', 'MKACTIVITY', '/!svn/act/made-up')).toBe(201);
    expect(await as('bob', 'CHECKOUT', '/!svn/bln/1', checkout(activity))).toBe(404);
    expect(await as('ann', 'CHECKOUT', '/!svn/bln/1', checkout(activity))).toBe(201);
    expect(await as('bob', 'PROPPATCH', '/!svn/wbl/made-up/1', changing('log'))).toBe(404);
    expect(await as('bob', 'DELETE', '/!svn/act/made-up')).toBe(404);
    expect(await as('bob', 'MERGE', '', merging(activity))).toBe(404);
    expect(await as('ann', 'PROPPATCH', '/!svn/wbl/made-up/1', changing('log'))).toBe(207);
    expect(await as('ann', 'MERGE', '', merging(activity))).toBe(200);
    expect(await as('ann', 'DELETE', '/!svn/act/made-up')).toBe(204);
    expect(await revision(url)).toMatch(/^r2 \| ann \|/);
  });
});
