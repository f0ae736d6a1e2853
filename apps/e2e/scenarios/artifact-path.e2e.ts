import { pathOf } from '../clients/door.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { unique } from '../scratch.js';
import { companyAdmin, newMember, newProject, newRepository, type Person } from '../world.js';

/** Text from an attribute of HTML. */
const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');

describe('Paths, as the artifact door reads them,', () => {
  let developer: Person;
  let root: string;

  beforeAll(async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    root = pathOf((await newRepository(admin, project, 'maven')).url);
  });

  const request = (method: string, target: string, headers: Record<string, string> = {}): string =>
    head(method, target, { Authorization: developer.basic, ...headers });

  it.each([
    ['/../../../etc/passwd', 400],
    ['/a/../b', 400],
    ['/a/./b', 400],
    ['/a//b', 400],
    ['/%2e%2e/%2e%2e/etc/passwd', 400],
    ['/a/%2E%2e/b', 400],
    ['/a%2fb', 400],
    ['/a%5cb', 400],
    ['/a\\b', 400],
    ['/a%00b', 400],
    ['/a%0ab', 400],
    ['/a%7fb', 400],
    ['/a%c2%85b', 400],
    ['/a%ff', 400],
    ['/a%zz', 400],
    [`/${'a'.repeat(256)}`, 400],
    [`/${'abc/'.repeat(1100)}x`, 400],
  ])('are refused: %s', async (path, wanted) => {
    for (const method of ['PUT', 'GET', 'DELETE']) {
      const connection = await RawConnection.open();
      const body = method === 'PUT' ? 'x' : '';
      connection.send(
        request(method, root + path, { 'Content-Length': String(body.length), Connection: 'close' }) + body,
      );
      expect([method, (await connection.read()).status]).toEqual([method, wanted]);
      connection.cut();
    }
  });

  it.each([
    'a+b',
    'a%2Bb',
    'a%20b',
    'a%25b',
    '%C3%A9',
    'a;b',
    'a=b&c',
    "a'b",
    '..a',
    '...',
    'a%3Fb',
    'a%23b',
    '~a',
    '-a',
    '%F0%9F%93%A6',
  ])('are ordinary names, decoded once: %s', async (name) => {
    const target = `${root}/names/${unique('n')}/${name}`;
    const connection = await RawConnection.open();
    connection.send(request('PUT', target, { 'Content-Length': '1' }) + 'x');
    expect((await connection.read()).status).toBe(201);
    connection.send(request('GET', target));
    expect(await connection.read()).toMatchObject({ status: 200, body: 'x' });
    connection.send(request('GET', `${target.slice(0, target.lastIndexOf('/'))}/`));
    const { body } = await connection.read();
    const links = [...body.matchAll(/<a href="([^"]+)">/g)].map(([, href]) =>
      decodeURIComponent(unescaped(href)),
    );
    expect(links).toContain(decodeURIComponent(name));
    connection.cut();
  });
});
