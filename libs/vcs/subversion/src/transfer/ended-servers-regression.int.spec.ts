import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// Processes of the server are for all companies. Each of these requests ended one: by a path that it takes for one
// below another, by lists in lists until its stack was full, by a commit of what is its own.
describeSubversion('a change that no client sends', () => {
  const world = SubversionWorld.ofSuite();

  const children = async (): Promise<string[]> => {
    const parent = (await readFile(join(world.root, 'state/server/server.pid'), 'utf8')).trim();
    return (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ');
  };
  const skel = { 'content-type': 'application/vnd.svn-skel' };
  const begun = async (url: string): Promise<string> => {
    const answer = await world.raw('ann', 'POST', url, '/!svn/me', { ...skel, body: '( create-txn )' });
    return String(answer.headers['svn-txn-name']);
  };
  const locks = (path: string): string =>
    '<S:lock-token-list xmlns:S="svn:"><S:lock>' +
    `<S:lock-path>${path}</S:lock-path><S:lock-token>opaquelocktoken:01a217f0-84bb-790d-b6f6-8d6cbb1d4f2c</S:lock-token>` +
    '</S:lock></S:lock-token-list>';
  const merge = (source: string, inner: string): string =>
    `<D:merge xmlns:D="DAV:"><D:source><D:href>${source}</D:href></D:source>${inner}</D:merge>`;

  it.each(['/x', '/', 'http://h/a', 'file:///a', 'a//b', 'a/', '../a', './a'])(
    'is refused where the token of a lock is for %s',
    async (path) => {
      const { url } = await world.repository();
      const name = await begun(url);
      const before = await children();
      const removed = await world.raw('ann', 'DELETE', url, `/!svn/txr/${name}/trunk`, { body: locks(path) });
      const source = `${new URL(url).pathname}/!svn/txn/${name}`;
      const merged = await world.raw('ann', 'MERGE', url, '', { body: merge(source, locks(path)) });
      expect([removed.status, merged.status]).toEqual([400, 400]);
      expect(await children()).toEqual(expect.arrayContaining(before));
    },
  );

  it('is done where it is for what is below', async () => {
    const { url } = await world.repository();
    const name = await begun(url);
    const at = `/!svn/txr/${name}/trunk`;
    const removed = await world.raw('ann', 'DELETE', url, at, { body: locks('a file') });
    expect(removed.status).toBe(204);
    const source = `${new URL(url).pathname}/!svn/txn/${name}`;
    const merged = await world.raw('ann', 'MERGE', url, '', { body: merge(source, locks('trunk/a file')) });
    expect(merged.status).toBe(200);
  });

  it('is refused where it begins with lists in lists, or commits what is the server’s', async () => {
    const { url } = await world.repository();
    const before = await children();
    const deep = { ...skel, body: '('.repeat(150_000) };
    expect((await world.raw('ann', 'POST', url, '/!svn/me', deep)).status).toBe(400);
    const source = `${new URL(url).pathname}/!svn/txn/${await begun(url)}`;
    for (const below of ['/!svn/me', '/!svn/vcc/default', '/!svn/rvr/1/trunk'])
      expect((await world.raw('ann', 'MERGE', url, below, { body: merge(source, locks('x')) })).status).toBe(
        403,
      );
    expect(await children()).toEqual(expect.arrayContaining(before));
  });

  it('is none where a property is called as the path of a lock is', async () => {
    const { url } = await world.repository();
    const copy = join(world.root, 'property');
    for (const words of [
      ['checkout', '-q', `${url}/trunk`, copy],
      ['propset', '-q', 'lock-path', '/x//y', copy],
      ['commit', '-q', '-m', 'x', copy],
    ])
      expect(await world.as('ann', words)).toMatchObject({ code: 0, stderr: '' });
    expect((await world.as('ann', ['propget', 'lock-path', `${url}/trunk`])).stdout).toBe('/x//y\n');
  });

  const property =
    '<D:propertyupdate xmlns:D="DAV:" xmlns:C="http://subversion.tigris.org/xmlns/custom/"><D:set><D:prop>' +
    '<C:a>b</C:a></D:prop></D:set></D:propertyupdate>';

  it.each(['0', '1', '99', '-1', 'x', ''])(
    'is no more than refused where it is of the revision %p',
    async (version) => {
      const { url } = await world.repository();
      const before = await children();
      const name = await begun(url);
      const header = { 'x-svn-version-name': version };
      for (const [method, below, body] of [
        ['PROPPATCH', `/!svn/txn/${name}`, property],
        ['PROPPATCH', '', property],
        ['PROPPATCH', '/trunk', property],
        ['PUT', '/trunk/new', 'x'],
        ['PUT', `/!svn/txr/${name}/trunk/new`, 'x'],
        ['PUT', `/!svn/rvr/1/trunk/new`, 'x'],
        ['PROPPATCH', `/!svn/txr/${name}/trunk/new`, property],
        ['PROPPATCH', `/!svn/txr/${name}/trunk`, property],
        ['DELETE', '/trunk', undefined],
        ['DELETE', `/!svn/txr/${name}/trunk/new`, undefined],
        ['DELETE', `/!svn/txn/${name}`, undefined],
      ] as const) {
        const { status } = await world.raw('ann', method, url, below, { ...header, body });
        expect([method, below, status >= 200 && status !== 502 && status !== 503]).toEqual([
          method,
          below,
          true,
        ]);
      }
      expect(await children()).toEqual(expect.arrayContaining(before));
    },
  );

  it('may begin with a message of 40,000 lines', async () => {
    const { url } = await world.repository();
    const message = 'line\n'.repeat(40_000);
    const body = `( create-txn-with-props (svn:log ${message.length} ${message}) )`;
    expect((await world.raw('ann', 'POST', url, '/!svn/me', { ...skel, body })).status).toBe(201);
  });
});
