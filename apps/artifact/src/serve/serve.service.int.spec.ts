import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ArtifactSuite, hash, indexPath, jar, snapshot, versionsOf } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();
const { get, put, head, remove, status, here } = suite;

describe('a stored file', () => {
  it.each([0, 1, 5000, 65_536, 65_537, 2_000_000])(
    'of %d bytes comes back with all its headers',
    async (size) => {
      const body = randomBytes(size);
      expect(await put(jar, body)).toBe(201);
      const read = await get(jar);
      expect(read.status).toBe(200);
      expect(read.body.equals(body)).toBe(true);
      expect(read.headers).toMatchObject({
        'Content-Length': String(size),
        'Content-Type': 'application/java-archive',
        'Accept-Ranges': 'bytes',
        ETag: `"${hash('sha256', body)}"`,
        'X-Checksum-Md5': hash('md5', body),
        'X-Checksum-Sha1': hash('sha1', body),
        'X-Checksum-Sha512': hash('sha512', body),
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': 'sandbox',
      });
      const answered = await head(jar);
      expect([answered.status, answered.headers, answered.body.length]).toEqual([200, read.headers, 0]);
    },
  );

  it('is served by the replica that did not store it', async () => {
    expect(await put(jar, 'a')).toBe(201);
    expect((await get(jar, { replica: 1 })).text).toBe('a');
    expect((await get(indexPath, { replica: 1 })).status).toBe(200);
    expect(await put('/com/acme/lib/2.0/lib-2.0.jar', 'a', { replica: 1 })).toBe(201);
    expect(versionsOf((await get(indexPath)).text)).toEqual(['1.0', '2.0']);
  });

  it('comes as a whole body in chunks too', async () => {
    const body = randomBytes(100_001);
    expect(await put(jar, body, { chunked: true })).toBe(201);
    expect((await get(jar)).body.equals(body)).toBe(true);
  });

  it('is granted to a gateway that can open it', async () => {
    const body = randomBytes(100_000);
    await put(jar, body);
    const grant = await suite.system.decide(
      'GET',
      jar,
      here({ direct: true, headers: { range: 'bytes=10-' } }),
    );
    if (grant.is !== 'grant') throw new Error(grant.is);
    expect([grant.status, grant.offset, grant.length]).toEqual([206, 10, 99_990]);
    expect((await readFile(grant.file as string)).equals(body)).toBe(true);
  });

  it('answers ranges and conditions', async () => {
    const body = randomBytes(200_000);
    await put(jar, body);
    const part = await get(jar, { headers: { range: 'bytes=100000-199998' } });
    expect([part.status, part.headers['Content-Range']]).toEqual([206, 'bytes 100000-199998/200000']);
    expect(part.body.equals(body.subarray(100_000, 199_999))).toBe(true);
    const etag = part.headers.ETag;
    expect((await get(jar, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await get(jar, { headers: { 'if-match': '"x"' } })).status).toBe(412);
    const beyond = await get(jar, { headers: { range: 'bytes=200000-' } });
    expect([beyond.status, beyond.headers['Content-Range']]).toEqual([416, 'bytes */200000']);
    expect((await get(jar, { headers: { range: 'bytes=0-1,3-4' } })).body.length).toBe(200_000);
    expect((await get(jar, { headers: { range: 'bytes=0-1', 'if-range': '"x"' } })).status).toBe(200);
  });

  it('is written under conditions', async () => {
    expect(await put(jar, 'a', { headers: { 'if-match': '*' } })).toBe(412);
    expect(await put(jar, 'a', { headers: { 'if-none-match': '*' } })).toBe(201);
    expect(await put(jar, 'a', { headers: { 'if-none-match': '*' } })).toBe(412);
  });

  it('is deleted under conditions, and so is its checksum, its index and its directory', async () => {
    const digest = `${indexPath}.sha1`;
    expect(await put(digest, hash('sha1', 'a'), { headers: { 'if-match': '*' } })).toBe(412);
    await put(jar, 'a');
    await put(`${jar}.sha1`, hash('sha1', 'a'));
    expect(await put(digest, hash('sha1', 'a'), { headers: { 'if-none-match': '*' } })).toBe(412);
    const etag = (await get(digest)).headers.ETag;
    expect(await put(digest, hash('sha1', 'a'), { headers: { 'if-match': etag } })).toBe(201);
    for (const path of [digest, indexPath, `${jar}.sha1`, '/com/']) {
      const { headers } = await get(path);
      const answers: number[] = [];
      for (const condition of [
        { 'if-match': '"other"' },
        { 'if-none-match': '*' },
        { 'if-match': headers.ETag },
      ])
        answers.push((await remove(path, { headers: condition })).status);
      expect([path, ...answers]).toEqual([path, 412, 412, 204]);
      expect(await status(jar)).toBe(path === '/com/' ? 404 : 200);
    }
  });
});

describe('a directory', () => {
  const names = async (path: string) =>
    [...(await get(path)).text.matchAll(/<a href="(?!\.\.)[^"]*">([^<]*)</g)].map(([, name]) => name);

  it('is listed with a slash and redirected to without', async () => {
    await put(jar);
    await put(`${jar}.asc`);
    await put('/com/acme-x/y');
    const moved = await get('/com/acme');
    expect([moved.status, moved.headers.Location]).toEqual([
      301,
      '/acme/projects/p/repositories/maven/r/com/acme/',
    ]);
    expect((await get('')).headers.Location).toBe('/acme/projects/p/repositories/maven/r/');
    expect(await names('/')).toEqual(['com/']);
    expect(await names('/com/')).toEqual(['acme-x/', 'acme/']);
    expect(await names('/com/acme/lib/')).toEqual(['1.0/', 'maven-metadata.xml']);
    expect(await names('/com/acme/lib/1.0/')).toEqual(['lib-1.0.jar', 'lib-1.0.jar.asc']);
    expect([await status('/none/'), await status('/none'), await status(`${jar}/`)]).toEqual([404, 404, 404]);
    const listing = await get('/com/');
    expect((await get('/com/', { headers: { 'if-none-match': listing.headers.ETag } })).status).toBe(304);
  });

  it('is deleted with all below it and nothing beside it', async () => {
    for (const path of ['/a/b/c/d', '/a/b/e', '/a/bc/f', '/a/b.d/g']) await put(path);
    expect((await remove('/a/b')).status).toBe(204);
    expect(await names('/a/')).toEqual(['b.d/', 'bc/']);
    expect([(await remove('/a/b')).status, (await remove('/')).status]).toEqual([404, 405]);
    expect(await put('/a/b')).toBe(201);
  });

  it('with a released file is deleted by masters and admins only, as a whole or not at all', async () => {
    await put(jar);
    await put(snapshot);
    for (const path of ['/com/', jar, `${jar}.sha1`])
      expect((await remove(path, { role: 'developer' })).status).toBe(403);
    expect([await status(jar), await status(snapshot)]).toEqual([200, 200]);
    expect((await remove('/com/acme/lib/1.1-SNAPSHOT/', { role: 'developer' })).status).toBe(204);
    expect((await remove('/com/', { role: 'master' })).status).toBe(204);
  });
});
