import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const odd = ['/', '//', '.', '/trunk', 'trunk/', 'trunk//x', './trunk', 'http://x/y', '..', 'trunk/&#46;/x'];

// The server ends its process at a path that no client writes so; whoever could read could have it do so again and
// again. What is not there, and cannot be, was told as a fault of the server.
describeSubversion('a report that no client sends', () => {
  const world = SubversionWorld.ofSuite();
  let url: string;
  let root: string;
  beforeAll(async () => {
    ({ url } = await world.repository());
    root = new URL(url).pathname;
  });

  const reported = async (name: string, inner: string, below = '/!svn/rvr/1/'): Promise<number> => {
    const body = `<S:${name} xmlns:S="svn:">${inner}</S:${name}>`;
    const answer = await world.raw('guest', 'REPORT', url, below, { body, 'content-type': 'text/xml' });
    return answer.status;
  };
  const entry = (path: string, more = '') => `<S:entry rev="1"${more}>${path}</S:entry>`;
  const updated = (inner: string, source = root) => {
    const revision = `<S:src-path>${source}</S:src-path><S:target-revision>1</S:target-revision>`;
    return reported('update-report', revision + inner, '/!svn/me');
  };
  const inherited = (path: string) =>
    reported('inherited-props-report', `<S:revision>1</S:revision><S:path>${path}</S:path>`);

  it.each(odd)('is refused with the path %s', async (path) => {
    const statuses = [
      await updated(entry('') + entry(path)),
      await updated(`${entry('')}<S:missing>${path}</S:missing>`),
      await updated(`<S:update-target>${path}</S:update-target>${entry('')}`),
      await updated(entry('') + entry('trunk', ` linkpath="/${path}"`)),
      await updated(entry('') + entry('trunk', ` a=' linkpath="/x' S:linkpath='${path}'`)),
      await inherited(path),
    ];
    expect(statuses).toEqual(
      path === '/trunk' || path === '/' ? [400, 400, 400, 400, 200, 400] : Array(6).fill(400),
    );
  });

  it('is answered where it is about what there is', async () => {
    expect(await updated(entry(''))).toBe(200);
    expect(await updated(entry('') + entry('trunk'))).toBe(200);
    expect(await updated(entry('') + entry('trunk', ' linkpath="/trunk"'))).toBe(200);
    expect(await updated(entry(''), `${root}/trunk/`)).toBe(200);
    expect(await updated(`${entry('')}<S:missing>trunk</S:missing>`)).toBe(200);
    expect(await inherited('trunk')).toBe(200);
  });

  it('is none of a stock client whose working copy is of many places and revisions', async () => {
    const { directory, url: at } = await world.repository();
    const names = ['a b', ' led', '...', '.x', 'ü&<', '@p@1', "it's", 'deep'];
    const made = names.flatMap((name) => [
      'mkdir',
      `trunk/${name}`,
      'put',
      '/etc/hostname',
      `trunk/${name}/f`,
    ]);
    await world.must('svnmucc', ['-m', 'x', '-U', `file://${directory}`, ...made]);
    await world.must('svnmucc', [
      '-m',
      'y',
      '-U',
      `file://${directory}`,
      'cp',
      'HEAD',
      'trunk',
      'branches/b',
    ]);
    const copy = join(world.root, 'copy');
    const must = async (...args: string[]) => {
      const { code, stderr } = await world.as('guest', [...args, '-q']);
      expect([args[0], code, stderr]).toEqual([args[0], 0, '']);
    };
    await must('checkout', `${at}/trunk`, copy);
    for (const name of names.slice(0, 6)) {
      const escaped = encodeURIComponent(name);
      await must('switch', `${at}/branches/b/${escaped}@`, `${copy}/${name}`);
    }
    await must('update', '--set-depth', 'exclude', `${copy}/it's`);
    await must('update', '-r', '2', `${copy}/deep/f`);
    await must('update', copy);
    await must('status', '-u', copy);
  });

  it('is no fault of the server where it is about nothing', async () => {
    const revisions = '<S:start-revision>0</S:start-revision><S:end-revision>1</S:end-revision>';
    for (const path of ['/../..', '..', 'none', 'trunk'])
      expect(await reported('file-revs-report', `${revisions}<S:path>${path}</S:path>`)).toBe(400);
    expect(await updated(entry('none'))).toBe(400);
    expect(await updated(entry(''), `${root}/!svn/rvr/-1/`)).toBe(400);
  });

  it('is not the only request that was told so: checksums and dates that are none were, too', async () => {
    const begin = (body: string) =>
      world.raw('ann', 'POST', url, '/!svn/me', { 'content-type': 'application/vnd.svn-skel', body });
    expect((await begin('( create-txn-with-props ( 8 svn:date 1 x ) )')).status).toBe(400);
    const name = String((await begin('( create-txn )')).headers['svn-txn-name']);
    const put = (sum: string) => {
      const sent = { body: 'x', 'x-svn-result-fulltext-md5': sum };
      return world.raw('ann', 'PUT', url, `/!svn/txr/${name}/trunk/f`, sent);
    };
    expect((await put('none')).status).toBe(400);
    expect((await put('9dd4e461268c8034f5c8564e155c67a6')).status).toBe(204);
  });

  it('makes no revision of a part of a transaction', async () => {
    const begun = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
    const { headers } = await world.raw('ann', 'POST', url, '/!svn/me', begun);
    const name = String(headers['svn-txn-name']);
    const body = `<D:merge xmlns:D="DAV:"><D:source><D:href>${root}/!svn/txn/${name}</D:href></D:source></D:merge>`;
    for (const [below, status] of [
      [`/!svn/txr/${name}/trunk`, 403],
      [`/!svn/txr/${name}`, 403],
      [`/!svn/txn/${name}`, 405],
    ] as const)
      expect((await world.raw('ann', 'MERGE', url, below, { body })).status).toBe(status);
    expect((await world.raw('ann', 'MERGE', url, '', { body })).status).toBe(200);
  });
});
