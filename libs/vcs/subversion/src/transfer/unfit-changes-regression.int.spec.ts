import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { unfitProps } from '../writing/transaction-props.js';

const spaces =
  'xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/" ' +
  'xmlns:C="http://subversion.tigris.org/xmlns/custom/"';
const changing = (change: string) => `<D:propertyupdate ${spaces}>${change}</D:propertyupdate>`;
const removing = (name: string) => changing(`<D:remove><D:prop><S:${name}/></D:prop></D:remove>`);
const setting = (name: string, bytes: number) =>
  changing(`<D:set><D:prop><C:${name}>${'&gt;'.repeat(bytes / 4)}</C:${name}></D:prop></D:set>`);

// By requests that no stock client sends one account ended, again and again, the processes of the server that serve
// everybody, or left revisions that clients could not read.
describeSubversion('changes that no client makes', () => {
  const world = SubversionWorld.ofSuite();

  const begun = async (url: string, skel: string | Buffer = '( create-txn )') => {
    const headers = { 'content-type': 'application/vnd.svn-skel' };
    const answer = await world.raw('ann', 'POST', url, '/!svn/me', { ...headers, body: skel });
    return String(answer.headers['svn-txn-name']);
  };
  const merged = (url: string, name: string) => {
    const source = `<D:source><D:href>${new URL(url).pathname}/!svn/txn/${name}</D:href></D:source>`;
    return world.raw('ann', 'MERGE', url, '', { body: `<D:merge xmlns:D="DAV:">${source}</D:merge>` });
  };

  it('remove nothing from what is to be a revision, where the server would fail', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    const change = async (below: string, body: string) =>
      (await world.raw('ann', 'PROPPATCH', url, below, { body })).status;
    expect(await change(`/!svn/txn/${name}`, removing('log'))).toBe(403);
    expect(await change(`/!svn/txr/${name}/trunk`, removing('ignore'))).toBe(207);
    await world.raw('ann', 'MKACTIVITY', url, '/!svn/act/made-up');
    const activity = `<D:activity-set><D:href>${new URL(url).pathname}/!svn/act/made-up</D:href></D:activity-set>`;
    const body = `<D:checkout xmlns:D="DAV:">${activity}</D:checkout>`;
    expect((await world.raw('ann', 'CHECKOUT', url, '/!svn/bln/1', { body })).status).toBe(201);
    expect(await change('/!svn/wbl/made-up/1', removing('log'))).toBe(403);
    expect((await merged(url, name)).status).toBe(200);
  });

  it('have the server walk through no tree', async () => {
    const { url, directory } = await world.repository();
    const change = (...words: string[]) =>
      world.must('svnmucc', ['-u', 'ann', '-m', 'x', '-U', `file://${directory}`, ...words]);
    await change(
      'put',
      '/etc/hostname',
      'file',
      'mkdir',
      'd0',
      ...Array.from({ length: 10 }, (_, at) => ['mkdir', `d0/${at}`]).flat(),
    );
    for (let at = 1; at < 7; at += 1) {
      const copies = Array.from({ length: 10 }, (_, to) => ['cp', 'HEAD', `d${at - 1}`, `d${at}/${to}`]);
      await change('mkdir', `d${at}`, ...copies.flat());
    }
    const place = `http://x${new URL(url).pathname}`;
    const asks: [method: string, below: string, status: number, more?: Record<string, string>][] = [
      ['DELETE', '/d6', 403],
      ['DELETE', '/!svn/bc/8/d6', 403],
      ['MOVE', '/d6', 403, { destination: `${place}/new` }],
      ['COPY', '/!svn/rvr/8/d6', 403, { destination: `${place}/d5` }],
    ];
    for (const [method, below, status, more] of asks) {
      const answer = await world.raw('ann', method, url, below, more);
      expect([method, below, answer.status]).toEqual([method, below, status]);
    }
    const kind = '<D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>';
    const lock = { body: `<D:lockinfo xmlns:D="DAV:">${kind}</D:lockinfo>`, depth: 'infinity' };
    expect((await world.raw('ann', 'LOCK', url, '/d6', lock)).status).toBeGreaterThanOrEqual(400);
    expect((await world.raw('ann', 'LOCK', url, '/file', lock)).status).toBe(200);
  });

  it('give a file no more properties than the server can tell', async () => {
    const { url } = await world.repository();
    const changed = async (name: string, sizes: number[]) => {
      const all: number[] = [];
      for (const [at, bytes] of sizes.entries()) {
        const body = setting(`p${at}`, bytes);
        all.push((await world.raw('ann', 'PROPPATCH', url, `/!svn/txr/${name}/trunk`, { body })).status);
      }
      return all;
    };
    const most = 3 << 20;
    expect(await changed(await begun(url), [most, most])).toEqual([207, 413]);
    // What stands for one byte in XML takes four.
    const fit = await begun(url);
    expect(await changed(fit, [most])).toEqual([207]);
    expect((await merged(url, fit)).status).toBe(200);
    const second = await begun(url);
    const larger = async (at: number) => {
      const body = setting(`q${at}`, most);
      return (await world.raw('ann', 'PROPPATCH', url, `/!svn/txr/${second}/trunk`, { body })).status;
    };
    expect(await larger(0)).toBe(207);
    expect((await merged(url, second)).status).toBe(200);
    const third = await begun(url);
    const body = setting('r', most);
    expect((await world.raw('ann', 'PROPPATCH', url, `/!svn/txr/${third}/trunk`, { body })).status).toBe(207);
    const refused = await merged(url, third);
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('the properties of a file or directory may have 2 MiB together'),
    ]);
  });

  it('set no more properties at once than the server writes in seconds', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    const setAll = async (count: number) => {
      const all = Array.from({ length: count }, (_, at) => `<C:p${at}>v</C:p${at}>`).join('');
      const body = changing(`<D:set><D:prop>${all}</D:prop></D:set>`);
      return (await world.raw('ann', 'PROPPATCH', url, `/!svn/txr/${name}/trunk`, { body })).status;
    };
    expect(await setAll(2_000)).toBe(413);
    expect(await setAll(200)).toBe(207);
    expect((await merged(url, name)).status).toBe(200);
  });

  it('give properties no names that are no XML', async () => {
    const { url } = await world.repository();
    const named = Buffer.from('( create-txn-with-props ( 4 \xff\x01<a 1 x ) )', 'latin1');
    const refused = await merged(url, await begun(url, named));
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('clients cannot read')]);
    const well = await begun(url, '( create-txn-with-props ( 7 x:y-z_1 1 x ) )');
    expect((await merged(url, well)).status).toBe(200);
  });

  // No working copy could be made of the one; of the other nothing could be asked for.
  it.each(['trunk/.svn', 'trunk/.SVN', 'trunk/.s\u200cvn', '!svn'])(
    'give nothing the name of what is not of the repository (%s)',
    async (path) => {
      const { url } = await world.repository();
      const name = await begun(url);
      const put = await world.raw('ann', 'PUT', url, `/!svn/txr/${name}/${encodeURI(path)}`, { body: 'x' });
      const refused = put.status === 201 ? await merged(url, name) : put;
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('may be called .svn')]);
    },
  );

  it('do neither over SSH', async () => {
    const { directory } = await world.repository();
    const transaction = join(directory, 'db/transactions/1-1.txn');
    await mkdir(transaction, { recursive: true });
    const unfit = async (name: string, value: string) => {
      const said = `K ${Buffer.byteLength(name)}\n${name}\nV ${value.length}\n${value}\nEND\n`;
      await writeFile(join(transaction, 'node.0-1.0.props'), said);
      return unfitProps(directory, '1-1');
    };
    expect(await unfit('svn:mergeinfo', 'v'.repeat(2 << 20))).toBeUndefined();
    expect(await unfit('svn:mergeinfo', 'v'.repeat(3 << 20))).toContain('2 MiB');
    const many = Array.from({ length: 10_001 }, (_, at) => `K 6\np${10_000 + at}\nV 0\n\n`).join('');
    await writeFile(join(transaction, 'node.0-1.0.props'), `${many}END\n`);
    expect(await unfitProps(directory, '1-1')).toContain('10000 properties');
    for (const name of ['a\x01', 'a<b', 'a\nb']) expect(await unfit(name, 'v')).toContain('cannot read');
    expect(await unfit('f\u00fcr', 'v')).toBeUndefined();
    expect(await unfitProps(directory, '../1-1')).toBeUndefined();
  });
});
