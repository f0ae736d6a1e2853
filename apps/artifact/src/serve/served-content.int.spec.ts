import { randomBytes } from 'node:crypto';
import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem, type Asking } from '../testing/artifact-system.js';

const jar = '/com/acme/lib/1.0/lib-1.0.jar';

// PostgreSQL itself; the server's address comes from tools/test.
describe.each(['maven', 'ivy'])('a group of %s repositories', (type) => {
  let system: ArtifactSystem;
  let first: RepositoryScope;
  let second: RepositoryScope;
  let group: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    [first, second] = [1, 2].map(() => system.repository({ type }));
    group = system.repository({ type, members: [first.uuid, second.uuid] });
  });

  const put = async (repository: RepositoryScope, path: string, body: Buffer | string = path) => {
    expect([path, (await system.put(path, body, { repository })).status]).toEqual([path, 201]);
  };
  const get = (path: string, more: Asking = {}) => system.get(path, { repository: group, ...more });
  const names = async (path: string): Promise<string[]> =>
    [...(await get(path)).text.matchAll(/<a href="[^"]*">([^<]*)</g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'Parent Directory');

  it('serves a file of the first member that has it, as that one does but for how long it lasts', async () => {
    await put(second, jar, 'second');
    expect((await get(jar)).text).toBe('second');
    await put(first, jar, 'first');
    const [served, own] = [await get(jar), await system.get(jar, { repository: first })];
    expect(served.text).toBe('first');
    expect(served.headers).toEqual({ ...own.headers, 'Cache-Control': 'no-cache' });
    expect((await get(`${jar}.sha1`)).text).toBe(own.headers['X-Checksum-Sha1']);
    expect((await get(jar, { headers: { range: 'bytes=1-2' } })).text).toBe('ir');
    expect((await get(jar, { headers: { 'if-none-match': served.headers.ETag } })).status).toBe(304);
    await system.delete(jar, { repository: first });
    expect((await get(jar)).text).toBe('second');
    for (const none of ['/com/acme/lib/1.1/lib-1.1.jar', '/none', '/none/', '/none.sha1'])
      expect([none, (await get(none)).status]).toEqual([none, 404]);
  });

  it('serves large files too, and grants them', async () => {
    const body = randomBytes(200_000);
    await put(second, jar, body);
    expect((await get(jar)).body.equals(body)).toBe(true);
    expect((await system.decide('GET', jar, { repository: group, direct: true })).is).toBe('grant');
  });

  it('serves what gave way to something of another member, whatever the dates that a client has', async () => {
    await put(second, jar, 'older');
    await put(first, jar, 'newer');
    const { headers } = await get(jar);
    const { ETag: tag = '', 'Last-Modified': date = '' } = headers;
    expect((await get(jar, { headers: { 'if-none-match': tag } })).status).toBe(304);
    await system.delete(jar, { repository: first });
    const old = await get(jar, { headers: { 'if-modified-since': date, 'if-none-match': tag } });
    expect(old.text).toBe('older');
    // A date that several states may share holds for none.
    const later = new Date(Date.now() + 60_000).toUTCString();
    expect((await get(jar, { headers: { 'if-modified-since': later } })).text).toBe('older');
    await new Promise((done) => setTimeout(done, 2_100));
    const part = { range: 'bytes=2-', 'if-range': old.headers['Last-Modified'] ?? '' };
    expect(await get(jar, { headers: part })).toMatchObject({ status: 200, text: 'older' });
    const rest = { range: 'bytes=2-', 'if-unmodified-since': old.headers['Last-Modified'] ?? '' };
    expect(await get(jar, { headers: rest })).toMatchObject({ status: 200, text: 'older' });
    const before = { ...rest, 'if-unmodified-since': new Date(0).toUTCString() };
    expect((await get(jar, { headers: before })).status).toBe(412);
    const matched = await get(jar, { headers: { ...before, 'if-match': old.headers.ETag ?? '' } });
    expect(matched).toMatchObject({ status: 206, text: 'der' });
    const same = { range: 'bytes=2-', 'if-range': old.headers.ETag ?? '' };
    expect(await get(jar, { headers: same })).toMatchObject({ status: 206, text: 'der' });
  });

  it('says how long an answer lasts: while no member can have got the same file', async () => {
    const lasting = async (path: string, repository = group) => {
      const decision = await system.decide('GET', path, { repository });
      return decision.is === 'answer' ? decision.lasting : undefined;
    };
    const snapshot = '/com/acme/lib/1-SNAPSHOT/lib-1-SNAPSHOT.jar';
    for (const path of [jar, '/read.me', snapshot]) await put(second, path);
    expect(await lasting(jar)).toEqual({ index: 'com/acme/lib/1.0' });
    expect(await lasting(jar, { ...group, redeploy: true })).toBeUndefined();
    expect(await lasting('/read.me')).toBeUndefined();
    expect(await lasting(snapshot)).toBeUndefined();
    expect(await lasting('/com/acme/lib/maven-metadata.xml')).toEqual({ index: 'com/acme/lib' });
    expect(await lasting('/read.me', second)).toEqual({});
  });

  it('lists what all members have, each name once', async () => {
    await put(first, jar, '12345');
    await put(second, jar, 'x');
    await put(second, '/com/acme/lib/2.0/lib-2.0.jar');
    await put(second, '/com/acme/lib/1.0/lib-1.0.pom');
    await put(first, '/read.me');
    expect(await names('/')).toEqual(['com/', 'read.me']);
    expect(await names('/com/acme/lib/')).toEqual(['1.0/', '2.0/', 'maven-metadata.xml']);
    expect(await names('/com/acme/lib/1.0/')).toEqual(['lib-1.0.jar', 'lib-1.0.pom']);
    expect((await get('/com/acme/lib/1.0/')).text).toMatch(/lib-1\.0\.jar<\/a> .* 5\n/);
    expect([(await get('/com')).status, (await get('/com/none/')).status]).toEqual([301, 404]);
    expect((await get('/', { repository: { ...group, members: [] } })).status).toBe(200);
  });

  it('lists all of a large directory', async () => {
    for (const repository of [first, second]) await put(repository, '/many/a');
    await system.replicas[0].source.query(
      `insert into file (repository, directory, name, path, search_text, size, md5, sha1, sha256, sha512, uploaded, released,
         created_by, created_at, modified_at)
       select repository, directory, name || n, path || n, search_text, size, md5, sha1, sha256, sha512, uploaded, released,
         created_by, created_at, modified_at
       from file, generate_series(1, 1200) as n where repository = any($1)`,
      [[first.uuid, second.uuid]],
    );
    expect((await names('/many/')).length).toBe(1201);
  });

  it('is not written to, and says so', async () => {
    await put(first, jar);
    for (const path of [jar, '/new', `${jar}.sha1`, '/com/acme/lib/maven-metadata.xml']) {
      const refused = await system.put(path, 'x', { repository: group });
      expect([refused.status, refused.headers.Allow]).toEqual([405, 'GET, HEAD']);
      expect(refused.reason).toMatch(/^this repository is a group, which is only read: [ -~]+$/);
      expect((await system.delete(path, { repository: group })).status).toBe(405);
    }
    const asGuest = await system.put('/new', 'x', { repository: group, role: 'guest' });
    expect(asGuest.status).toBe(403);
    expect((await system.put('/new', 'x', { repository: { ...group, deleted: true } })).status).toBe(403);
    expect((await get(jar)).status).toBe(200);
    expect((await get('/new')).status).toBe(404);
  });
});
