/** @apart Looks at what all uploads have staged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, pathOf } from '../clients/door.js';
import { dataOf } from '../clients/installation.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { eventually, unique } from '../scratch.js';
import { access } from '../system.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  type Person,
  type RepositoryAt,
} from '../world.js';

describe('On the wire, the artifact door', () => {
  let developer: Person;
  let guest: Person;
  let repository: RepositoryAt;
  let root: string;

  beforeAll(async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    guest = await newMember(admin, project, 'guest');
    repository = await newRepository(admin, project, 'maven');
    root = pathOf(repository.url);
  });

  const fresh = (): string => `${root}/org/example/${unique('lib')}/1/x.txt`;
  const request = (
    method: string,
    target: string,
    headers: Record<string, string> = {},
    person = developer,
  ): string => head(method, target, { Authorization: person.basic, ...headers });
  const stored = async (target: string): Promise<number> =>
    (await ask('GET', new URL(target, access.site_url).href, developer)).status;
  /** Files of uploads that are not finished; a crash may have left some, which are swept later. */
  const staged = (): string[] => dataOf('artifact', '').filter((path) => /\/staging\/.*\/[^/]+$/.test(path));

  it.each([
    [
      'fewer bytes than its length',
      (target: string) => request('PUT', target, { 'Content-Length': '1000' }) + 'short',
    ],
    [
      'a chunked body without an end',
      (target: string) => request('PUT', target, { 'Transfer-Encoding': 'chunked' }) + '5\r\nshort\r\n',
    ],
    [
      'a chunk that is cut',
      (target: string) => request('PUT', target, { 'Transfer-Encoding': 'chunked' }) + 'ff\r\nshort',
    ],
  ])('keeps nothing of an upload with %s', async (_, bytes) => {
    const target = fresh();
    const before = staged();
    const connection = await RawConnection.open();
    connection.send(bytes(target));
    await sleep(200);
    connection.cut();
    // On a busy machine it is a while until the service hears of it; what there was before may go as well.
    const added = () => staged().filter((path) => !before.includes(path));
    await eventually(() => Promise.resolve(added().length === 0 || undefined));
    expect(await stored(target)).toBe(404);
    expect((await ask('PUT', new URL(target, access.site_url).href, developer, { body: 'x' })).status).toBe(
      201,
    );
  });

  it('takes no more than the announced length, and reads the rest as the next request', async () => {
    const target = fresh();
    const connection = await RawConnection.open();
    connection.send(request('PUT', target, { 'Content-Length': '5' }) + '12345' + request('GET', target));
    expect((await connection.read()).status).toBe(201);
    const second = await connection.read();
    expect([second.status, second.body]).toEqual([200, '12345']);
    connection.cut();
  });

  it.each([
    { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' },
    { 'Content-Length': '-5' },
    { 'Content-Length': '5, 6' },
    { 'Transfer-Encoding': 'chunked, identity' },
  ])('refuses a body of two lengths, or of none that can be believed: %j', async (headers) => {
    const target = fresh();
    const connection = await RawConnection.open();
    connection.send(
      request('PUT', target, headers as unknown as Record<string, string>) + '5\r\n12345\r\n0\r\n\r\n',
    );
    expect((await connection.read()).status).toBe(400);
    expect(await connection.closed()).toBe(true);
    expect(await stored(target)).toBe(404);
  });

  it('does what pipelined requests say, in their order', async () => {
    const target = fresh();
    const snapshot = `${root}/org/example/${unique('lib')}/1-SNAPSHOT/x.txt`;
    const connection = await RawConnection.open();
    const put = (at: string, body: string): string =>
      request('PUT', at, { 'Content-Length': String(body.length) }) + body;
    connection.send(
      request('GET', target) +
        put(target, 'one') +
        request('GET', target) +
        put(snapshot, 'a') +
        put(snapshot, 'b') +
        request('GET', snapshot) +
        request('DELETE', snapshot) +
        request('GET', snapshot),
    );
    const answers = [];
    for (let index = 0; index < 8; index += 1) answers.push(await connection.read());
    expect(answers.map(({ status }) => status)).toEqual([404, 201, 200, 201, 204, 200, 204, 404]);
    expect([answers[2].body, answers[5].body]).toEqual(['one', 'b']);
    connection.cut();
  });

  it('answers a waiting client before its body: the refusal, or that it may go on', async () => {
    const target = fresh();
    const headers = { 'Content-Length': '100000000', Expect: '100-continue' };
    for (const [sent, status] of [
      [request('PUT', target, headers, guest), 403],
      [head('PUT', target, headers), 401],
      [request('PUT', `${root}/org/../x`, headers), 400],
      [request('PUT', `${root}/`, headers), 409],
    ] as const) {
      const connection = await RawConnection.open();
      expect((await connection.send(sent).read()).status).toBe(status);
      connection.cut();
    }
    const connection = await RawConnection.open();
    connection.send(request('PUT', target, { 'Content-Length': '5', Expect: '100-continue' }));
    expect((await connection.read()).status).toBe(100);
    connection.send('12345');
    expect((await connection.read()).status).toBe(201);
    connection.cut();
  });

  it('says of other expectations, in its own words, who may ask, and that nobody meets them', async () => {
    const headers = { 'Content-Length': '1', Expect: 'tea' };
    for (const [sent, status] of [
      [head('PUT', fresh(), headers), 401],
      [request('PUT', fresh(), headers), 417],
    ] as const) {
      const connection = await RawConnection.open();
      const answer = await connection.send(`${sent}x`).read();
      expect([answer.status, answer.body]).toEqual([status, `${answer.reason}\n`]);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
      connection.cut();
    }
  });

  it('reads the body of a refused upload to its end, so that the client can read why', async () => {
    const connection = await RawConnection.open();
    const size = 20_000_000;
    connection.send(request('PUT', fresh(), { 'Content-Length': String(size) }, guest));
    const answer = connection.read();
    for (let sent = 0; sent < size; sent += 1_000_000) connection.send(Buffer.alloc(1_000_000));
    const { status, reason, body } = await answer;
    expect([status, reason]).toEqual([403, body.trim()]);
    connection.send(request('GET', `${root}/`, { Connection: 'close' }));
    expect((await connection.read()).status).toBe(200);
  });

  it('takes targets in absolute form', async () => {
    const target = fresh();
    const connection = await RawConnection.open();
    connection.send(request('PUT', access.site_url + target, { 'Content-Length': '1' }) + 'x');
    expect((await connection.read()).status).toBe(201);
    connection.cut();
    expect(await stored(target)).toBe(200);
  });

  it('names the methods that it has', async () => {
    for (const method of ['POST', 'PATCH', 'PROPFIND', 'MKCOL', 'TRACE']) {
      const connection = await RawConnection.open();
      connection.send(request(method, fresh(), { 'Content-Length': '0' }));
      const { status, headers } = await connection.read();
      expect([method, status, headers.allow]).toEqual([method, 405, expect.stringContaining('PUT')]);
      connection.cut();
    }
  });

  it('speaks of a HEAD as of its GET, without the body', async () => {
    const target = fresh();
    const connection = await RawConnection.open();
    connection.send(
      request('PUT', target, { 'Content-Length': '4' }) +
        'four' +
        request('HEAD', target) +
        request('GET', target),
    );
    expect((await connection.read()).status).toBe(201);
    const first = await connection.read({ head: true });
    const second = await connection.read();
    expect([first.headers['content-length'], first.headers.etag]).toEqual(['4', second.headers.etag]);
    expect(second.body).toBe('four');
    connection.cut();
  });
});
