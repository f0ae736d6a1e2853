import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { must } from '../clients/api.js';
import { ask, pathOf } from '../clients/door.js';
import { remoteRefs, WorkingCopy } from '../clients/git.js';
import { creation } from '../clients/raw-push.js';
import { head, RawConnection } from '../clients/raw-socket.js';
import { scratch } from '../scratch.js';
import { access } from '../system.js';
import {
  companyAdmin,
  newCompany,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

const advertisement = '/info/refs?service=git-upload-pack';

describe('The git door', () => {
  let admin: Person;
  let guest: Person;
  let outsider: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let copy: WorkingCopy;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    guest = await newMember(admin, project, 'guest');
    outsider = await newUser(admin);
    repository = await newRepository(admin, project);
    copy = await WorkingCopy.make(await scratch());
    await copy.commit('one.txt', 'one');
    expect((await copy.push(admin.in(repository.url), 'main')).status).toBe(0);
  });

  it('asks for credentials on every path below a repository address, whether anything is there or not', async () => {
    const somewhere = `${access.site_url}/nobody/projects/none/repositories/git/nothing`;
    for (const url of [
      repository.url,
      `${repository.url}/x/y`,
      `${repository.url}${advertisement}`,
      somewhere,
      `${somewhere}${advertisement}`,
    ]) {
      const response = await ask('GET', url);
      expect([url, response.status]).toEqual([url, 401]);
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="Holdfast"/);
    }
  });

  it('refuses wrong credentials, and those of another company, in the same way', async () => {
    const other = await newCompany();
    const wrong = { basic: `Basic ${Buffer.from(`${admin.id}:Wrong4Password`).toString('base64')}` };
    const odd = [
      'Basic',
      'Basic !!!',
      'Bearer abc',
      `Basic ${Buffer.from('nocolon').toString('base64')}`,
    ].map((basic) => ({ basic }));
    for (const person of [wrong, other, ...odd])
      expect((await ask('GET', `${repository.url}${advertisement}`, person)).status).toBe(401);
  });

  it('hides what is not visible, and refuses a push to who may only read', async () => {
    expect((await ask('GET', `${repository.url}${advertisement}`, outsider)).status).toBe(404);
    expect((await ask('GET', `${repository.url}-none${advertisement}`, guest)).status).toBe(404);
    expect((await ask('GET', `${repository.url}${advertisement}`, guest)).status).toBe(200);
    const push = await ask('GET', `${repository.url}/info/refs?service=git-receive-pack`, guest);
    expect([push.status, push.headers.get('content-type')]).toEqual([
      403,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect((await push.text()).trim()).toBe(push.statusText);
  });

  it('takes an account key in place of the password, and an e-mail address in place of the id', async () => {
    const { account_key } = admin.keys;
    await remoteRefs(copy.directory, admin.in(repository.url, account_key));
    const user = await newMember(admin, project, 'guest');
    const basic = `Basic ${Buffer.from(`${user.id}@example.org:${user.password}`).toString('base64')}`;
    expect((await ask('GET', `${repository.url}${advertisement}`, { basic })).status).toBe(200);
  });

  it('accepts a slash or .git at the end of the address', async () => {
    for (const end of ['', '/', '.git', '.git/'])
      expect(await remoteRefs(copy.directory, admin.in(repository.url + end))).toHaveProperty(
        'refs/heads/main',
      );
  });

  it('serves an id with slashes as it stands, and not encoded', async () => {
    const nested = await newRepository(admin, project, 'git', { id: 'group/nested.repository' });
    expect((await copy.push(admin.in(nested.url), 'main')).status).toBe(0);
    expect((await ask('GET', nested.url.replace('group/', 'group%2F') + advertisement, admin)).status).toBe(
      404,
    );
  });

  it.each([
    '/HEAD',
    '/objects/info/packs',
    '/info/refs',
    '/info/refs?service=git-upload-archive',
    '/config',
    '/description',
  ])('does not speak the dumb protocol: %s', async (path) =>
    expect((await ask('GET', repository.url + path, admin)).status).toBe(404),
  );

  it.each([
    '/../../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/%5c..%5c',
    '/%00',
    '//etc/passwd',
  ])('climbs nowhere: %s', async (path) => {
    const connection = await RawConnection.open();
    const target = `${pathOf(repository.url)}${path}${advertisement}`;
    const { status } = await connection
      .send(head('GET', target, { Authorization: admin.basic, Connection: 'close' }))
      .read();
    expect([400, 404]).toContain(status);
    connection.cut();
  });

  it('takes bodies plain or with gzip and nothing else', async () => {
    const body = Buffer.from('0014command=ls-refs\n0000');
    const headers = { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' };
    const post = (encoding: string, sent: Buffer): Promise<Response> =>
      ask('POST', `${repository.url}/git-upload-pack`, admin, {
        headers: { ...headers, 'content-encoding': encoding },
        body: new Uint8Array(sent),
      });
    const plain = await (await post('identity', body)).text();
    expect(plain).toContain('refs/heads/main');
    expect(await (await post('gzip', gzipSync(body))).text()).toBe(plain);
    for (const encoding of ['br', 'deflate', 'gzip, gzip'])
      expect((await post(encoding, body)).status).toBe(415);
    const behind = (text: string, bytes: number): Promise<Response> =>
      post('gzip', Buffer.concat([gzipSync(body), Buffer.alloc(bytes, text)]));
    for (const bytes of [4, 3_000_000]) {
      expect([bytes, (await behind('x', bytes)).status]).toEqual([bytes, 400]);
      // A gzip may be filled up with zeros.
      expect(await (await behind('\0', bytes)).text()).toBe(plain);
    }
    expect(await (await post('gzip', gzipSync(body))).text()).toBe(plain);
  });

  it('tells a client that its request is too large, however much of it is still to come', async () => {
    const zeros = gzipSync(Buffer.alloc(1 << 20));
    const body = Buffer.concat([...Array.from({ length: 17 }, () => zeros), gzipSync(randomBytes(16 << 20))]);
    const response = await ask('POST', `${repository.url}/git-upload-pack`, admin, {
      headers: { 'content-type': 'application/x-git-upload-pack-request', 'content-encoding': 'gzip' },
      body: new Uint8Array(body),
    });
    expect(await response.text()).toMatch(/^005bERR the request is too large/);
    expect((await ask('GET', `${repository.url}${advertisement}`, admin)).status).toBe(200);
  });

  it('answers a waiting client before it sends its body', async () => {
    const refused = await RawConnection.open();
    const target = `${pathOf(repository.url)}/git-receive-pack`;
    const headers = {
      'Content-Type': 'application/x-git-receive-pack-request',
      'Content-Length': '1000000',
      Expect: '100-continue',
    };
    refused.send(head('POST', target, { ...headers, Authorization: guest.basic }));
    expect((await refused.read()).status).toBe(403);
    refused.cut();
    const welcome = await RawConnection.open();
    welcome.send(head('POST', target, { ...headers, Authorization: admin.basic }));
    expect((await welcome.read()).status).toBe(100);
    welcome.cut();
  });

  it.each([
    'zzzz',
    '0003',
    'fff',
    '00ff',
    'ffffhello',
    '0000',
    '\0\0\0\0',
    '0032want 0000',
    '001egarbage that is no command',
  ])('survives the pkt-lines %j', async (body) => {
    for (const service of ['git-upload-pack', 'git-receive-pack']) {
      const response = await ask('POST', `${repository.url}/${service}`, admin, {
        headers: { 'content-type': `application/x-${service}-request` },
        body,
      });
      await response.text();
      expect(response.status).toBeLessThan(500);
    }
    expect(await remoteRefs(copy.directory, admin.in(repository.url))).toHaveProperty('refs/heads/main');
  });

  it('keeps nothing of a push that breaks off', async () => {
    const commit = await copy.commit('broken-off.txt', 'x'.repeat(100_000));
    const connection = await RawConnection.open();
    const line = creation('refs/heads/cut', commit, '\0report-status\n');
    const body = `${line}0000PACK\0\0\0\u0002\0\0\0\u0003`;
    const target = `${pathOf(repository.url)}/git-receive-pack`;
    const headers = {
      'Content-Type': 'application/x-git-receive-pack-request',
      'Content-Length': '500000',
      Authorization: admin.basic,
    };
    connection.send(head('POST', target, headers) + body);
    await new Promise((done) => setTimeout(done, 300));
    connection.cut();
    await new Promise((done) => setTimeout(done, 300));
    expect(await remoteRefs(copy.directory, admin.in(repository.url))).not.toHaveProperty('refs/heads/cut');
    const { status } = await admin.api.post(`${repository.path}/branches`, { id: 'cut', commit });
    expect(status).toBe(422);
    expect((await copy.push(admin.in(repository.url), 'HEAD:refs/heads/cut')).status).toBe(0);
  });

  it('serves a deactivated repository to readers and refuses its writers', async () => {
    const gone = await newRepository(admin, project);
    expect((await copy.push(admin.in(gone.url), 'main')).status).toBe(0);
    const { id } = await must(admin.api.delete(gone.path));
    const url = gone.url.replace(gone.id, id);
    expect(await remoteRefs(copy.directory, admin.in(url))).toHaveProperty('refs/heads/main');
    expect((await ask('GET', `${url}/info/refs?service=git-receive-pack`, admin)).status).toBe(403);
    expect((await ask('GET', `${gone.url}${advertisement}`, admin)).status).toBe(404);
  });
});
