import { createHash, randomBytes } from 'node:crypto';
import { must } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { unique } from '../scratch.js';
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

const digest = (algorithm: string, content: string | Uint8Array): string =>
  createHash(algorithm).update(content).digest('hex');

describe.each(['maven', 'ivy'] as const)('A file in a repository of type %s', (type) => {
  let admin: Person;
  let developer: Person;
  let guest: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    developer = await newMember(admin, project, 'developer');
    guest = await newMember(admin, project, 'guest');
    repository = await newRepository(admin, project, type);
  });

  const at = (path: string): string => `${repository.url}/${path}`;
  const put = (path: string, body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<Response> =>
    ask('PUT', at(path), developer, { body, headers });
  const status = async (answer: Promise<Response>): Promise<number> => {
    const response = await answer;
    await response.arrayBuffer();
    return response.status;
  };
  const text = async (path: string): Promise<string> => (await ask('GET', at(path), guest)).text();
  /** A new directory of a released version, and a file in it. */
  const release = (): string => {
    const name = unique('lib');
    return `org/example/${name}/1.0/${name}-1.0.txt`;
  };

  it('is stored and given back with all that is known of it', async () => {
    const path = release();
    const content = new Uint8Array(randomBytes(100_000));
    expect(await status(put(path, content))).toBe(201);
    const answer = await ask('GET', at(path), guest);
    expect(digest('sha256', new Uint8Array(await answer.arrayBuffer()))).toBe(digest('sha256', content));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': '100000',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/) as string,
      'last-modified': expect.stringMatching(/GMT$/) as string,
      'x-checksum-md5': digest('md5', content),
      'x-checksum-sha1': digest('sha1', content),
      'x-checksum-sha256': digest('sha256', content),
      'x-checksum-sha512': digest('sha512', content),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    });
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public');
    const same = await ask('HEAD', at(path), guest);
    const ofTheFile = (headers: Headers): [string, string][] =>
      [...headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name));
    expect(ofTheFile(same.headers)).toEqual(ofTheFile(answer.headers));
  });

  it('cannot be replaced once it is released, but sent again', async () => {
    const path = release();
    expect(await status(put(path, 'first'))).toBe(201);
    expect(await status(put(path, 'first'))).toBe(204);
    const refused = await put(path, 'second');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      409,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect((await refused.text()).trim()).toBe(refused.statusText);
    expect(refused.statusText).toMatch(/^[ -~]{10,}$/);
    expect(await text(path)).toBe('first');
  });

  it('can be replaced in a SNAPSHOT, except a timestamped build', async () => {
    const directory = `org/example/${unique('lib')}/1.0-SNAPSHOT`;
    const name = directory.split('/')[2];
    expect(await status(put(`${directory}/${name}-1.0-SNAPSHOT.jar`, 'a'))).toBe(201);
    expect(await status(put(`${directory}/${name}-1.0-SNAPSHOT.jar`, 'b'))).toBe(204);
    expect(await text(`${directory}/${name}-1.0-SNAPSHOT.jar`)).toBe('b');
    const build = `${directory}/${name}-1.0-20260102.030405-1.jar`;
    expect(await status(put(build, 'a'))).toBe(201);
    expect(await status(put(build, 'b'))).toBe(409);
  });

  it('can be replaced where the repository allows it, at once after the change', async () => {
    const open = await newRepository(admin, project, type);
    const url = `${open.url}/${release()}`;
    const send = (body: string): Promise<number> => status(ask('PUT', url, developer, { body }));
    expect([await send('a'), await send('b')]).toEqual([201, 409]);
    await must(admin.api.put(open.path, { redeploy: true }));
    expect(await send('b')).toBe(204);
    await must(admin.api.put(open.path, { redeploy: false }));
    expect(await send('c')).toBe(409);
  });

  it('is compared with its checksums, whichever comes first', async () => {
    const path = release();
    await put(path, 'content');
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      expect(await text(`${path}.${algorithm}`)).toBe(digest(algorithm, 'content'));
      expect(await status(ask('HEAD', at(`${path}.${algorithm}`), guest))).toBe(404);
      expect(await status(put(`${path}.${algorithm}`, digest(algorithm, 'other')))).toBe(409);
      expect(await status(put(`${path}.${algorithm}`, digest(algorithm, 'content')))).toBe(201);
      expect(await status(ask('HEAD', at(`${path}.${algorithm}`), guest))).toBe(200);
    }
    const [early, wrong] = [release(), release()];
    expect(await status(put(`${early}.sha1`, digest('sha1', 'x')))).toBe(201);
    expect(await status(put(early, 'x'))).toBe(201);
    expect(await status(put(`${wrong}.sha1`, digest('sha1', 'y')))).toBe(201);
    expect(await status(put(wrong, 'x'))).toBe(409);
    expect(await status(put(wrong, 'x'))).toBe(201);
  });

  it('is not put where a directory is, nor below another, nor with a slash', async () => {
    const path = release();
    await put(path, 'x');
    for (const wrong of [path.slice(0, path.lastIndexOf('/')), `${path}/below`, `${path}/`, 'org/', 'org'])
      expect([wrong, await status(put(wrong, 'x'))]).toEqual([wrong, 409]);
    expect(await status(put(release(), 'x', { 'content-range': 'bytes 0-0/1' }))).toBe(400);
  });

  it('must suit the policy of the repository', async () => {
    const paths = { release: 'a/b/1/b-1.txt', snapshot: 'a/b/2-SNAPSHOT/b-2-SNAPSHOT.txt' };
    for (const policy of ['release', 'snapshot', 'mixed'] as const) {
      const own = await newRepository(admin, project, type, { policy });
      for (const [kind, path] of Object.entries(paths))
        expect([
          policy,
          kind,
          await status(ask('PUT', `${own.url}/${path}`, developer, { body: 'x' })),
        ]).toEqual([policy, kind, policy === 'mixed' || policy === kind ? 201 : 409]);
    }
  });

  it('is asked for by conditions and ranges', async () => {
    const path = release();
    await put(path, '0123456789');
    const first = await ask('GET', at(path), guest);
    const [etag, modified] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
    const get = (headers: Record<string, string>): Promise<Response> =>
      ask('GET', at(path), guest, { headers });
    expect(await status(get({ 'if-none-match': etag }))).toBe(304);
    expect(await status(get({ 'if-none-match': `"other", ${etag}` }))).toBe(304);
    expect(await status(get({ 'if-modified-since': modified }))).toBe(304);
    expect(await status(get({ 'if-match': '"other"' }))).toBe(412);
    expect(await status(get({ 'if-unmodified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' }))).toBe(412);
    for (const [range, wanted, part] of [
      ['bytes=2-4', 206, '234'],
      ['bytes=7-', 206, '789'],
      ['bytes=-2', 206, '89'],
      ['bytes=0-0,5-6', 200, '0123456789'],
      ['bytes=4-2', 200, '0123456789'],
    ] as const) {
      const answer = await get({ range });
      expect([range, answer.status, await answer.text()]).toEqual([range, wanted, part]);
    }
    const beyond = await get({ range: 'bytes=10-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect(await status(get({ range: 'bytes=2-4', 'if-range': '"other"' }))).toBe(200);
  });

  it('is found in lists, and its directory without a slash leads to them', async () => {
    const path = release();
    await put(path, 'x');
    const directory = path.slice(0, path.lastIndexOf('/') + 1);
    const answer = await ask('GET', at(directory), guest);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(
      `<a href="${path.split('/').at(-1)}">${path.split('/').at(-1)}</a>`,
    );
    const bare = await ask('GET', at(directory.slice(0, -1)), guest);
    expect([bare.status, new URL(bare.headers.get('location') ?? '', bare.url).href]).toEqual([
      301,
      at(directory),
    ]);
    expect(await status(ask('GET', at('no/such/directory/'), guest))).toBe(404);
    const empty = await newRepository(admin, project, type);
    expect(await status(ask('GET', `${empty.url}/`, guest))).toBe(200);
  });

  it('is deleted with its checksums, and then its path is free', async () => {
    const path = release();
    await put(path, 'x');
    await put(`${path}.sha1`, digest('sha1', 'x'));
    const remove = (person: Person, target = path): Promise<number> =>
      status(ask('DELETE', at(target), person));
    expect(await remove(developer)).toBe(403);
    expect(await remove(admin)).toBe(204);
    for (const gone of [path, `${path}.sha1`, `${path}.md5`])
      expect(await status(ask('GET', at(gone), guest))).toBe(404);
    expect(await remove(admin)).toBe(404);
    expect(await status(put(path, 'other'))).toBe(201);
    expect(await remove(admin, path.split('/').slice(0, 3).join('/'))).toBe(204);
    expect(await status(ask('DELETE', `${repository.url}/`, admin))).toBe(405);
  });

  it('is listed in computed metadata, by Maven’s order of versions', async () => {
    const name = unique('lib');
    for (const version of ['1.10', '1.9', '1.2-rc1', '1.2', '2.0-SNAPSHOT'])
      expect(await status(put(`org/example/${name}/${version}/${name}-${version}.jar`, version))).toBe(201);
    const metadata = await text(`org/example/${name}/maven-metadata.xml`);
    expect([...metadata.matchAll(/<version>(.*?)</g)].map(([, version]) => version)).toEqual([
      '1.2-rc1',
      '1.2',
      '1.9',
      '1.10',
      '2.0-SNAPSHOT',
    ]);
    expect(metadata).toMatch(/<latest>2\.0-SNAPSHOT<\/latest>\s*<release>1\.10<\/release>/);
    expect(await text(`org/example/${name}/maven-metadata.xml.sha1`)).toBe(digest('sha1', metadata));
    expect(await status(put(`org/example/${name}/maven-metadata.xml`, '<metadata/>'))).toBeLessThan(300);
    expect(await text(`org/example/${name}/maven-metadata.xml`)).toBe(metadata);
  });

  it('is written by many at once: one content wins, and nobody reads a mixture', async () => {
    const path = `org/example/${unique('lib')}/1.0-SNAPSHOT/many.bin`;
    const contents = Array.from({ length: 8 }, (_, index) => new Uint8Array(200_000).fill(index));
    await put(path, contents[0]);
    const reads: Promise<Set<number>>[] = [];
    const writes = contents.map(async (content) => {
      const answer = await status(put(path, content));
      reads.push(
        ask('GET', at(path), guest).then(async (each) => new Set(new Uint8Array(await each.arrayBuffer()))),
      );
      return answer;
    });
    for (const each of await Promise.all(writes)) expect(each).toBe(204);
    for (const read of await Promise.all(reads)) expect(read.size).toBe(1);
  });

  it('is reached with valid credentials only', async () => {
    const path = release();
    await put(path, 'x');
    for (const target of [path, 'nothing/here', '']) {
      const answer = await ask('GET', at(target));
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Basic realm="Holdfast"/),
      ]);
    }
    const other = await newCompany();
    const wrong = { basic: `Basic ${Buffer.from(`${developer.id}:Wrong4Password`).toString('base64')}` };
    for (const person of [other, wrong]) expect(await status(ask('GET', at(path), person))).toBe(401);
    expect(
      await status(ask('GET', `${access.site_url}/nobody/projects/p/repositories/maven/r/x`, developer)),
    ).toBe(401);
    expect(await status(ask('GET', at(path), await newUser(admin)))).toBe(404);
    expect(await status(ask('PUT', at(release()), guest, { body: 'x' }))).toBe(403);
    const key = { basic: `Basic ${Buffer.from(`${guest.id}:${guest.keys.account_key}`).toString('base64')}` };
    expect(await status(ask('GET', at(path), key))).toBe(200);
  });

  it('is read as before and not written once its repository is deactivated', async () => {
    const gone = await newRepository(admin, project, type);
    const path = release();
    expect(await status(ask('PUT', `${gone.url}/${path}`, developer, { body: 'x' }))).toBe(201);
    const { id } = await must(admin.api.delete(gone.path));
    const url = gone.url.replace(gone.id, id);
    expect(await status(ask('GET', `${url}/${path}`, guest))).toBe(200);
    expect(await status(ask('PUT', `${url}/${release()}`, developer, { body: 'x' }))).toBe(403);
    expect(await status(ask('DELETE', `${url}/${path}`, admin))).toBe(403);
  });

  it('is never shown by a browser as a page of this site', async () => {
    for (const name of ['page.html', 'page.HTM', 'image.svg', 'page.xhtml']) {
      const path = `raw/${unique('x')}/${name}`;
      await put(path, '<script>alert(1)</script>', { 'content-type': 'text/html' });
      expect((await ask('GET', at(path), guest)).headers.get('content-type')).toBe(
        'application/octet-stream',
      );
    }
  });
});
