import { pathOf } from '../clients/door.js';
import { head, RawConnection, type RawAnswer } from '../clients/raw-socket.js';
import { access } from '../system.js';
import { companyAdmin, newProject, newRepository, type Person } from '../world.js';

/** Heads that two parties could read in two ways, and headers that browsers obey. */
describe('The door', () => {
  let admin: Person;
  let file: string;
  let refs: string;
  let keys: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    file = `${pathOf((await newRepository(admin, project, 'maven')).url)}/a/b/1/b-1.txt`;
    refs = `${pathOf((await newRepository(admin, project, 'git')).url)}/info/refs?service=git-upload-pack`;
    const { company_key, account_key } = admin.keys;
    keys = `svc.company_key="${company_key}",account_key="${account_key}"`;
  });

  const answerTo = async (bytes: string): Promise<RawAnswer & { closed: boolean }> => {
    const connection = await RawConnection.open();
    const answer = await connection.send(bytes).read();
    const closed = answer.headers.connection === 'close' && (await connection.closed());
    connection.cut();
    return { ...answer, closed };
  };
  const twice = (text: string, line: string): string => text.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);

  it('takes credentials once', async () => {
    const basic = { Authorization: admin.basic };
    for (const target of [file, refs]) {
      const { status, reason, headers } = await answerTo(
        twice(head('GET', target, basic), `authorization: ${admin.basic}`),
      );
      expect([status, reason]).toEqual([401, 'credentials are sent once']);
      expect(headers['www-authenticate']).toBe('Basic realm="Holdfast"');
    }
    const asked = head('GET', '/api/projects', { Authorization: keys });
    expect((await answerTo(asked)).status).toBe(200);
    expect((await answerTo(twice(asked, `Authorization: ${keys}`))).status).toBe(401);
  });

  it.each([
    ['two hosts', () => twice(head('GET', '/api/projects'), 'Host: other')],
    ['no host', () => 'GET /api/projects HTTP/1.1\r\n\r\n'],
    [
      'HTTP/1.0 in chunks',
      () => 'POST /api/account/sessions HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a length and chunks',
      () => head('POST', '/api/account/sessions', { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }),
    ],
    ['a raw #', () => head('GET', '/api/projects#x', { Authorization: keys })],
    ['something else than HTTP', () => 'nothing of the kind\r\n\r\n'],
  ])('answers %s with 400 in the envelope, and closes', async (_, bytes) => {
    const { status, body, closed } = await answerTo(bytes());
    expect([status, closed]).toEqual([400, true]);
    expect(JSON.parse(body)).toMatchObject({ api_status: 400, api_message: 'Bad Request' });
  });

  it('answers them by one line where clients print lines', async () => {
    const basic = { Authorization: admin.basic };
    for (const target of [file, refs]) {
      const hosts = await answerTo(twice(head('GET', target, basic), 'Host: other'));
      expect([hosts.status, hosts.closed]).toEqual([400, true]);
      expect(hosts.body).toBe(`${hosts.reason}\n`);
      const raw = await answerTo(
        head('GET', target.replace('/info', '/#/info').replace('b-1', 'b#1'), basic),
      );
      expect([raw.status, raw.body]).toEqual([400, `${raw.reason}\n`]);
    }
    const old = `PUT ${file} HTTP/1.0\r\nAuthorization: ${admin.basic}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`;
    expect((await answerTo(old)).status).toBe(400);
    expect((await answerTo(head('GET', file, basic))).status).toBe(404);
  });

  it.each(['BREW', 'get', 'CONNECT'])(
    'says of %s, as of every other method, which ones there are',
    async (method) => {
      const asked = await answerTo(
        head(method, '/api/projects', { Authorization: keys, 'Content-Length': '2' }),
      );
      expect([asked.status, asked.headers.allow, asked.closed]).toEqual([
        405,
        'GET, HEAD, POST, OPTIONS',
        true,
      ]);
      expect(JSON.parse(asked.body)).toMatchObject({ api_status: 405, api_message: 'Method Not Allowed' });
      expect((await answerTo(head(method, '/api/nothing'))).status).toBe(404);
      const { status, headers, reason, body } = await answerTo(
        head(method, file, { Authorization: admin.basic }),
      );
      expect([status, headers.allow, body.trim()]).toEqual([405, 'GET, HEAD, PUT, DELETE', reason]);
      expect((await answerTo(head(method, file))).status).toBe(401);
    },
  );

  it('answers a name that is not encoded by one line where clients print lines', async () => {
    const raw = await answerTo(head('GET', file.replace('b-1', '\xc3\xa4'), { Authorization: admin.basic }));
    expect([raw.status, raw.body, raw.closed]).toEqual([400, `${raw.reason}\n`, true]);
    expect(raw.reason).toBe('what is no letter of ASCII in a name is sent percent-encoded');
    const { status, body } = await answerTo(head('GET', '/api/projects/\xc3\xa4', { Authorization: keys }));
    expect([status, JSON.parse(body)]).toMatchObject([400, { api_status: 400 }]);
  });

  it('lets nobody guess the type of JSON, and no page frame the page of the API', async () => {
    for (const target of [
      '/api/account',
      '/api/nothing',
      '/api/openapi.json',
      '/health/live',
      '/health/ready',
    ])
      expect((await answerTo(head('GET', target))).headers['x-content-type-options']).toBe('nosniff');
    const page = await fetch(`${access.api_url}/docs`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  it('shows a browser the page of the API at the root address, and programs the 404 of any unknown path', async () => {
    const page = await fetch(access.site_url, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.url, page.status]).toEqual([`${access.api_url}/docs`, 200]);
    for (const accept of ['*/*', 'application/json']) {
      const other = await fetch(access.site_url, { headers: { accept } });
      expect([other.status, ((await other.json()) as { api_status: number }).api_status]).toEqual([404, 404]);
    }
  });

  it('tells of its health to GET and HEAD, with a query and in the absolute form too', async () => {
    for (const target of ['/health/live', '/health/live?x=%zz', 'http://x/health/ready'])
      expect([target, (await answerTo(head('GET', target))).status]).toEqual([target, 200]);
    expect((await answerTo(head('POST', '/health/live', { 'Content-Type': 'json' }))).status).toBe(405);
  });
});
