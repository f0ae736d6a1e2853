import { writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import type { SubversionLimits } from './subversion-limits.js';

const mib = 1 << 20;

// The server keeps in memory what it answers to some requests: all locks of a repository, the properties of a
// directory. Two commits and 300 locks were enough for gigabytes. It had two processes, and they ended, with all
// transfers of everybody, each time that a guest asked.
describeSubversion('requests that take much memory of the server', () => {
  const world = SubversionWorld.ofSuite({ memory: { each: 64 * mib, together: 2 ** 32 } });

  const copies = 60;
  const longValue = 2 * mib;

  const repository = async (of = world): Promise<{ url: string; directory: string }> => {
    const { url, directory } = await of.repository(false);
    const [blob, value] = ['blob', 'value'].map((name) => join(of.root, name));
    await writeFile(blob, Buffer.alloc(32 * mib, 'b'));
    await writeFile(value, 'v'.repeat(longValue));
    const change = (...words: string[]) =>
      world.must('svnmucc', ['-u', 'ann', '-m', 'x', '-U', `file://${directory}`, ...words]);
    await change('mkdir', 'd', 'put', value, 'd/f', 'propsetf', 'x:long', value, 'd/f', 'put', blob, 'blob');
    const copied = Array.from({ length: copies }, (_, at) => ['cp', '1', 'd/f', `d/f${at}`]);
    await change(...copied.flat());
    return { url, directory };
  };

  /** Begins to read; the rest comes when it is asked for, and tells how much it was (bytes), and whether it was all. */
  const asked = async (
    url: string,
    { method = 'GET', body = '', ...headers }: Record<string, string> = {},
  ): Promise<() => Promise<{ bytes: number; whole: boolean }>> => {
    const authorization = `Basic ${Buffer.from('bob:x').toString('base64')}`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers: { ...headers, authorization }, agent: false as const };
      request(url, options, resolve).once('error', reject).end(body);
    });
    answer.on('error', () => undefined);
    return async () => {
      let bytes = 0;
      answer.on('data', (piece: Buffer) => (bytes += piece.length));
      await new Promise((resolve) => (answer.closed ? resolve(null) : answer.once('close', resolve)));
      return { bytes, whole: answer.complete };
    };
  };

  /** Begins to read a file. */
  const begun = async (url: string): Promise<() => Promise<number>> => {
    const rest = await asked(url);
    return async () => (await rest()).bytes;
  };

  const within = async (
    memory: SubversionLimits['memory'],
    work: (narrow: SubversionWorld) => Promise<void>,
  ): Promise<void> => {
    const narrow = new SubversionWorld({ memory });
    await narrow.start();
    try {
      await work(narrow);
    } finally {
      await narrow.stop();
      await narrow.leftovers();
    }
  };

  const everything = '<propfind xmlns="DAV:"><allprop/></propfind>';

  it('end alone', async () => {
    const { url } = await repository();
    const rest = await begun(`${url}/blob`);
    const large = await world.raw('gus', 'PROPFIND', url, '/d', { depth: '1', body: everything });
    expect(large.text.endsWith('</D:multistatus>\n')).toBe(false);
    const small = await world.raw('gus', 'PROPFIND', url, '/d', { depth: '0', body: everything });
    expect([small.status, small.text.endsWith('</D:multistatus>\n')]).toEqual([207, true]);
    expect(await rest()).toBe(32 * mib);
  });

  it('end alone where they are reports', async () => {
    await within({ each: 40 * mib, together: 2 ** 32 }, async (narrow) => {
      const { url } = await repository(narrow);
      const lock = (at: number) => {
        const owner = `<D:owner>${'o'.repeat(900_000)}</D:owner>`;
        const kind = '<D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>';
        const body = `<D:lockinfo xmlns:D="DAV:">${kind}${owner}</D:lockinfo>`;
        return narrow.raw('ann', 'LOCK', url, `/d/f${at}`, { depth: '0', timeout: 'Infinite', body });
      };
      const body = '<S:get-locks-report xmlns:S="svn:" depth="infinity"/>';
      const report = () => narrow.raw('gus', 'REPORT', url, '', { body });
      expect((await lock(0)).status).toBe(200);
      expect((await report()).text).toContain('/d/f0');
      for (let at = 1; at < copies; at += 1) await lock(at);
      const rest = await begun(`${url}/blob`);
      expect((await report()).text.endsWith('</S:get-locks-report>\n')).toBe(false);
      expect(await rest()).toBe(32 * mib);
    });
  });

  it('end where they all take too much together', async () => {
    await within({ each: 2 ** 30, together: 96 * mib }, async (narrow) => {
      const { url } = await repository(narrow);
      const rest = await begun(`${url}/blob`);
      const sent = { depth: '1', 'content-type': 'text/xml', body: everything };
      const large = await asked(`${url}/d`, { method: 'PROPFIND', ...sent });
      // It is looked each second what they have: who reads at once may have all by then.
      await setTimeout(2_000);
      expect((await large()).whole).toBe(false);
      expect(await rest()).toBe(32 * mib);
    });
  });

  /** As no stock client would: they make this property short. */
  const special = async (url: string, path: string): Promise<void> => {
    const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', skel);
    const name = String(headers['svn-txn-name']);
    const names = 'xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/"';
    const value = `<S:special>${'v'.repeat(longValue)}</S:special>`;
    const change = `<D:propertyupdate ${names}><D:set><D:prop>${value}</D:prop></D:set></D:propertyupdate>`;
    await world.raw('ann', 'PUT', url, `/!svn/txr/${name}/${path}`, { body: 'link x' });
    await world.raw('ann', 'PROPPATCH', url, `/!svn/txr/${name}/${path}`, { body: change });
    const source = `<D:source><D:href>${new URL(url).pathname}/!svn/txn/${name}</D:href></D:source>`;
    const merged = await world.raw('ann', 'MERGE', url, '', {
      body: `<D:merge xmlns:D="DAV:">${source}<D:no-auto-merge/><D:no-checkout/></D:merge>`,
    });
    expect(merged.status).toBe(200);
  };

  it('are given up by our own questions', async () => {
    const { url, directory } = await repository();
    await special(url, 'd/s');
    const copied = Array.from({ length: copies }, (_, at) => ['cp', '3', 'd/s', `d/g${at}`]).flat();
    await world.must('svnmucc', ['-u', 'ann', '-m', 'x', '-U', `file://${directory}`, ...copied]);
    const reading = { owner: { company: 'acme', account: 'gus' }, deadline: Date.now() + 600_000 };
    const query = { commit: '4', path: 'd', backwards: false, offset: 0, limit: 10 };
    const { tree } = world.kind.open(directory);
    await expect(tree.level(query, reading)).rejects.toThrow('the directory has too much to be told');
    expect((await tree.level({ ...query, commit: '2' }, reading))?.results.length).toBe(10);
  });
});
