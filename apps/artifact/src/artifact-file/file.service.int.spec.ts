import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ticketHeader } from '@holdfast/contracts';
import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem, type Asking } from '../testing/artifact-system.js';

const hash = (algorithm: string, bytes: Buffer | string): string =>
  createHash(algorithm).update(bytes).digest('hex');
const JAR = '/com/acme/lib/1.0/lib-1.0.jar';
const SNAPSHOT = '/com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar';
const build = (stamp: string, number: number, rest = '.jar'): string =>
  `/com/acme/lib/1.1-SNAPSHOT/lib-1.1-${stamp}-${number}${rest}`;
const INDEX = '/com/acme/lib/maven-metadata.xml';
const versionsOf = (xml: string): string[] =>
  [...xml.matchAll(/<version>([^<]*)</g)].map(([, version]) => version);

let system: ArtifactSystem;
let repository: RepositoryScope;
let on: Asking;
beforeAll(async () => {
  system = await ArtifactSystem.start({ replicas: 2 });
});
afterAll(() => system.stop());
beforeEach(() => {
  repository = system.repository();
  on = { repository };
});
afterEach(() => system.stagingIsEmpty());

const put = async (path: string, body: Buffer | string = randomBytes(40), more: Asking = {}) =>
  (await system.put(path, body, { ...on, ...more })).status;
const get = (path: string, more: Asking = {}) => system.get(path, { ...on, ...more });
const status = async (path: string) => (await get(path)).status;

describe('a stored file', () => {
  it.each([0, 1, 5000, 65_536, 65_537, 2_000_000])(
    'of %d bytes comes back with all its headers',
    async (size) => {
      const body = randomBytes(size);
      expect(await put(JAR, body)).toBe(201);
      const read = await get(JAR);
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
      const head = await system.send('HEAD', JAR, undefined, on);
      expect([head.status, head.headers, head.body.length]).toEqual([200, read.headers, 0]);
    },
  );

  it('is served by the replica that did not store it', async () => {
    expect(await put(JAR, 'a')).toBe(201);
    expect((await get(JAR, { replica: 1 })).text).toBe('a');
    expect((await get(INDEX, { replica: 1 })).status).toBe(200);
    expect(await put('/com/acme/lib/2.0/lib-2.0.jar', 'a', { replica: 1 })).toBe(201);
    expect(versionsOf((await get(INDEX)).text)).toEqual(['1.0', '2.0']);
  });

  it('comes as a whole body in chunks too', async () => {
    const body = randomBytes(100_001);
    expect(await put(JAR, body, { chunked: true })).toBe(201);
    expect((await get(JAR)).body.equals(body)).toBe(true);
  });

  it('is granted to a gateway that can open it', async () => {
    const body = randomBytes(100_000);
    await put(JAR, body);
    const grant = await system.decide('GET', JAR, { ...on, direct: true, headers: { range: 'bytes=10-' } });
    if (grant.is !== 'grant') throw new Error(grant.is);
    expect([grant.status, grant.offset, grant.length]).toEqual([206, 10, 99_990]);
    expect((await readFile(grant.file)).equals(body)).toBe(true);
  });

  it('answers ranges and conditions', async () => {
    const body = randomBytes(200_000);
    await put(JAR, body);
    const part = await get(JAR, { headers: { range: 'bytes=100000-199998' } });
    expect([part.status, part.headers['Content-Range']]).toEqual([206, 'bytes 100000-199998/200000']);
    expect(part.body.equals(body.subarray(100_000, 199_999))).toBe(true);
    const etag = part.headers.ETag;
    expect((await get(JAR, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await get(JAR, { headers: { 'if-match': '"x"' } })).status).toBe(412);
    const beyond = await get(JAR, { headers: { range: 'bytes=200000-' } });
    expect([beyond.status, beyond.headers['Content-Range']]).toEqual([416, 'bytes */200000']);
    expect((await get(JAR, { headers: { range: 'bytes=0-1,3-4' } })).body.length).toBe(200_000);
    expect((await get(JAR, { headers: { range: 'bytes=0-1', 'if-range': '"x"' } })).status).toBe(200);
  });

  it('is written under conditions', async () => {
    expect(await put(JAR, 'a', { headers: { 'if-match': '*' } })).toBe(412);
    expect(await put(JAR, 'a', { headers: { 'if-none-match': '*' } })).toBe(201);
    expect(await put(JAR, 'a', { headers: { 'if-none-match': '*' } })).toBe(412);
  });
});

describe('an upload', () => {
  it('of the same bytes to a released path is 204 and changes nothing, of others 409', async () => {
    await put(JAR, 'one');
    const { headers } = await get(JAR);
    expect(await put(JAR, 'one')).toBe(204);
    for (const other of ['two', 'longer', '']) {
      const refused = await system.put(JAR, other, on);
      expect([refused.status, refused.text]).toEqual([409, refused.reason]);
    }
    expect(await put(JAR, 'two', { chunked: true })).toBe(409);
    expect((await get(JAR)).headers).toEqual(headers);
  });

  it('replaces SNAPSHOT files, but no timestamped ones', async () => {
    expect([await put(SNAPSHOT, 'one'), await put(SNAPSHOT, 'two'), await put(SNAPSHOT, 'two')]).toEqual([
      201, 204, 204,
    ]);
    expect((await get(SNAPSHOT)).text).toBe('two');
    const stamped = build('20260102.030405', 1);
    expect([await put(stamped, 'one'), await put(stamped, 'one'), await put(stamped, 'two')]).toEqual([
      201, 204, 409,
    ]);
  });

  it('replaces all with redeploy', async () => {
    on = { repository: { ...repository, redeploy: true } };
    expect([await put(JAR, 'one'), await put(JAR, 'two')]).toEqual([201, 204]);
    expect([(await get(JAR)).text, (await get(`${JAR}.sha1`)).text]).toEqual(['two', hash('sha1', 'two')]);
  });

  it('is refused on a directory, below a file and with a trailing slash', async () => {
    await put('/d/f');
    for (const path of ['/d', '/d/', '/', '', '/d/f/g', '/d/f/g/h', '/d/f.sha1/x', '/x/maven-metadata.xml/y'])
      expect([path, await put(path)]).toEqual([path, 409]);
    expect(await put('/d/f.sha1/x', 'x')).toBe(409);
    expect(await status('/d/f/g')).toBe(404);
  });

  it('is refused against the policy, by those who may not write, and to a deactivated repository', async () => {
    expect(await put(SNAPSHOT, 'a', { repository: { ...repository, policy: 'release' } })).toBe(409);
    expect(await put(JAR, 'a', { repository: { ...repository, policy: 'snapshot' } })).toBe(409);
    expect(await put(JAR, 'a', { role: 'guest' })).toBe(403);
    expect(await put(JAR, 'a', { repository: { ...repository, deleted: true } })).toBe(403);
    expect(await put(JAR, 'a', { headers: { 'content-range': 'bytes 0-0/1' } })).toBe(400);
    expect((await system.send('PATCH', JAR, undefined, on)).headers.Allow).toBe('GET, HEAD, PUT, DELETE');
  });

  it('is refused early when it cannot fit', async () => {
    const decision = await system.decide('PUT', JAR, {
      ...on,
      headers: { 'content-length': String(2 ** 60) },
    });
    expect(decision).toMatchObject({ is: 'answer', status: 507 });
  });

  it('is refused with another digest than the declared one', async () => {
    const digest = Buffer.from(hash('sha256', 'other'), 'hex').toString('base64');
    expect(await put(JAR, 'a', { headers: { 'x-checksum-md5': hash('md5', 'b') } })).toBe(409);
    expect(await put(JAR, 'a', { headers: { 'content-digest': `sha-256=:${digest}:` } })).toBe(409);
    expect(await put(JAR, 'a', { headers: { 'x-checksum-sha1': 'x' } })).toBe(400);
    expect(await status(JAR)).toBe(404);
    expect(await put(JAR, 'a', { headers: { 'x-checksum-md5': hash('md5', 'a') } })).toBe(201);
  });

  it('by digest takes bytes of the same repository only', async () => {
    const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': hash('sha256', 'bytes') };
    expect(await put('/b', '', { headers })).toBe(404);
    await put('/a', 'bytes', { repository: system.repository() });
    expect(await put('/b', '', { headers })).toBe(404);
    await put('/a', 'bytes');
    expect(await put('/b', '', { headers })).toBe(201);
    expect((await get('/b')).text).toBe('bytes');
  });

  it('that breaks off leaves nothing', async () => {
    for (const head of ['Content-Length: 300000', 'Transfer-Encoding: chunked']) {
      const decision = await system.decide('PUT', JAR, on);
      if (decision.is !== 'upload') throw new Error(decision.is);
      const socket = connect(Number(new URL(decision.address).port), '127.0.0.1');
      socket.write(
        `PUT / HTTP/1.1\r\nHost: a\r\n${ticketHeader}: ${decision.ticket}\r\n${head}\r\n\r\n10000\r\n`,
      );
      socket.write(randomBytes(60_000));
      await wait(50);
      socket.destroy();
      await system.stagingIsEmpty();
      expect(await status(JAR)).toBe(404);
    }
  });

  it('needs its ticket once, in time and for its method', async () => {
    const decision = await system.decide('PUT', JAR, on);
    if (decision.is !== 'upload') throw new Error(decision.is);
    const { address, ticket } = decision;
    const port = (method: string, value: string) =>
      fetch(address, {
        method,
        headers: { [ticketHeader]: value },
        ...(method === 'PUT' ? { body: 'x' } : {}),
      });
    expect((await port('PUT', 'nonsense')).status).toBe(403);
    expect((await port('PUT', ticket)).status).toBe(200);
    expect((await port('PUT', ticket)).status).toBe(403);
    const other = await system.decide('PUT', '/other', on);
    if (other.is !== 'upload') throw new Error(other.is);
    expect((await port('GET', other.ticket)).status).toBe(403);
  });

  it('of many to one path lets one win, and no reader sees a mixture', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index));
    const all = await Promise.all(bodies.map((body, index) => put(JAR, body, { replica: index % 2 })));
    expect(all.filter((one) => one === 201)).toHaveLength(1);
    expect(all.filter((one) => one === 409)).toHaveLength(7);
    expect((await get(JAR)).body.equals(bodies[all.indexOf(201)])).toBe(true);
  });

  it('of a file and of one below it never both succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const all = await Promise.all([
        put(`/r${round}/a`),
        put(`/r${round}/a/b`, 'x', { replica: 1 }),
        put(`/r${round}/a/b/c`),
      ]);
      const [file, below, deep] = all.map((one) => one === 201);
      expect(file && (below || deep)).toBe(false);
      expect(below && deep).toBe(false);
      expect(file || below || deep).toBe(true);
    }
  });

  it('takes the longest and deepest paths', async () => {
    const long = `/${Array.from({ length: 16 }, (_, index) => `${index}`.padEnd(254, 'é'.normalize('NFD').slice(0, 1))).join('/')}`;
    const deep = `/${'a/'.repeat(2040)}b`;
    for (const path of [long, deep]) {
      expect(await put(path, 'x')).toBe(201);
      expect((await get(path)).text).toBe('x');
      expect(await put(`${path}/c`, 'x')).toBe(409);
      expect((await system.delete(path.split('/').slice(0, 2).join('/'), on)).status).toBe(204);
      expect(await status(path)).toBe(404);
    }
  });
});

describe('a checksum', () => {
  it.each(['md5', 'sha1', 'sha256', 'sha512'])(
    '.%s is computed, compared and never believed',
    async (algorithm) => {
      await put(JAR, 'bytes');
      const path = `${JAR}.${algorithm}`;
      expect((await get(path)).text).toBe(hash(algorithm, 'bytes'));
      expect((await system.send('HEAD', path, undefined, on)).status).toBe(404);
      expect(await put(path, hash(algorithm, 'other'))).toBe(409);
      expect(await put(path, `${hash(algorithm, 'bytes').toUpperCase()}  lib.jar\r\n`)).toBe(201);
      expect(await put(path, hash(algorithm, 'bytes'))).toBe(201);
      expect((await system.send('HEAD', path, undefined, on)).status).toBe(200);
      expect(await put(path, 'junk')).toBe(400);
      expect(await put(path, 'a'.repeat(5000))).toBe(413);
    },
  );

  it('that comes before its file is held, and shows nowhere', async () => {
    expect(await put(`${JAR}.sha1`, hash('sha1', 'bytes'))).toBe(201);
    expect([
      await status(JAR),
      await status(`${JAR}.sha1`),
      await status('/com/'),
      await status(INDEX),
    ]).toEqual([404, 404, 404, 404]);
    expect(await put(JAR, 'bytes')).toBe(201);
    expect((await system.send('HEAD', `${JAR}.sha1`, undefined, on)).status).toBe(200);
  });

  it('that was held and does not fit is dropped with the file', async () => {
    await put(`${JAR}.sha1`, hash('sha1', 'bytes'));
    expect(await put(JAR, 'other')).toBe(409);
    expect([await status(JAR), await status('/com/')]).toEqual([404, 404]);
    expect(await put(JAR, 'other')).toBe(201);
  });

  it('is forgotten when its file is replaced or deleted', async () => {
    await put(SNAPSHOT, 'one');
    await put(`${SNAPSHOT}.sha1`, hash('sha1', 'one'));
    await put(SNAPSHOT, 'two');
    expect((await system.send('HEAD', `${SNAPSHOT}.sha1`, undefined, on)).status).toBe(404);
    expect((await get(`${SNAPSHOT}.sha1`)).text).toBe(hash('sha1', 'two'));
    await system.delete(SNAPSHOT, on);
    expect(await status(`${SNAPSHOT}.sha1`)).toBe(404);
  });
});

describe('an index', () => {
  it('loses no version of many deployed at once', async () => {
    const wanted = Array.from({ length: 16 }, (_, index) => `1.${index}`);
    const all = await Promise.all(
      wanted.map((version, index) =>
        put(`/com/acme/lib/${version}/lib-${version}.jar`, version, { replica: index % 2 }),
      ),
    );
    expect(new Set(all)).toEqual(new Set([201]));
    expect(versionsOf((await get(INDEX)).text)).toEqual(wanted);
  });

  it('has the right checksums, conditions and digests, and changes with a deploy', async () => {
    await put(JAR);
    const one = await get(INDEX);
    expect((await get(`${INDEX}.sha256`)).text).toBe(hash('sha256', one.body));
    expect((await system.send('HEAD', `${INDEX}.md5`, undefined, on)).status).toBe(200);
    expect(one.headers['X-Checksum-Sha1']).toBe(hash('sha1', one.body));
    expect((await get(INDEX, { headers: { 'if-none-match': one.headers.ETag } })).status).toBe(304);
    await put('/com/acme/lib/2.0/lib-2.0.jar');
    expect((await get(INDEX, { headers: { 'if-none-match': one.headers.ETag } })).status).toBe(200);
  });

  it('goes with the last version, and a deleted version leaves it at once', async () => {
    await put(JAR);
    await put('/com/acme/lib/2.0/lib-2.0.jar');
    expect((await system.delete('/com/acme/lib/2.0/', on)).status).toBe(204);
    expect(versionsOf((await get(INDEX)).text)).toEqual(['1.0']);
    expect((await system.delete(JAR, on)).status).toBe(204);
    expect([
      await status(INDEX),
      await status(`${INDEX}.sha1`),
      await status('/com/'),
      await status('/'),
    ]).toEqual([404, 404, 404, 200]);
  });

  it('of a client is taken and adds no version', async () => {
    const sent = '<metadata><versioning><versions><version>9</version></versions></versioning></metadata>';
    expect(await put(INDEX, sent)).toBe(201);
    expect(await status(INDEX)).toBe(404);
    await put(JAR);
    expect(await put(INDEX, sent)).toBe(204);
    expect(await put(`${INDEX}.sha1`, hash('sha1', sent))).toBe(201);
    expect(versionsOf((await get(INDEX)).text)).toEqual(['1.0']);
    expect(await put(INDEX, '<!DOCTYPE a><metadata/>')).toBe(400);
  });

  it('of a group keeps the plugins of clients that send at once, until it is deleted', async () => {
    const path = '/com/acme/maven-metadata.xml';
    const plugin = (prefix: string) =>
      `<metadata><plugins><plugin><prefix>${prefix}</prefix><artifactId>${prefix}-maven-plugin</artifactId></plugin></plugins></metadata>`;
    await put(JAR);
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((prefix, index) =>
        put(path, plugin(prefix), { replica: index % 2 }),
      ),
    );
    const prefixes = [...(await get(path)).text.matchAll(/<prefix>(.)</g)].map(([, prefix]) => prefix);
    expect(prefixes).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect((await system.delete(path, on)).status).toBe(204);
    expect([await status(path), (await system.delete(path, on)).status]).toEqual([404, 404]);
    expect((await system.delete(INDEX, on)).status).toBe(204);
    expect(await status(INDEX)).toBe(200);
  });

  it('of a SNAPSHOT follows its builds and their removal', async () => {
    const path = '/com/acme/lib/1.1-SNAPSHOT/maven-metadata.xml';
    const number = async () => /<buildNumber>(\d+)</.exec((await get(path)).text)?.[1];
    await put(build('20260102.030405', 1));
    await put(build('20260102.040506', 2));
    expect(await number()).toBe('2');
    expect((await system.delete(build('20260102.040506', 2), { ...on, role: 'developer' })).status).toBe(204);
    expect(await number()).toBe('1');
    expect(versionsOf((await get(INDEX)).text)).toEqual(['1.1-SNAPSHOT']);
  });

  it('of a:b has nothing to do with that of a.b', async () => {
    await put('/a/b/1.0/b-1.0.jar');
    await put('/a/b/c/1.0/c-1.0.jar');
    await system.delete('/a/b/1.0/', on);
    expect(versionsOf((await get('/a/b/c/maven-metadata.xml')).text)).toEqual(['1.0']);
    expect(await status('/a/b/maven-metadata.xml')).toBe(404);
  });
});

describe('a directory', () => {
  const names = async (path: string) =>
    [...(await get(path)).text.matchAll(/<a href="(?!\.\.)[^"]*">([^<]*)</g)].map(([, name]) => name);

  it('is listed with a slash and redirected to without', async () => {
    await put(JAR);
    await put(`${JAR}.asc`);
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
    expect([await status('/none/'), await status('/none'), await status(`${JAR}/`)]).toEqual([404, 404, 404]);
    const listing = await get('/com/');
    expect((await get('/com/', { headers: { 'if-none-match': listing.headers.ETag } })).status).toBe(304);
  });

  it('is deleted with all below it and nothing beside it', async () => {
    for (const path of ['/a/b/c/d', '/a/b/e', '/a/bc/f', '/a/b.d/g']) await put(path);
    expect((await system.delete('/a/b', on)).status).toBe(204);
    expect(await names('/a/')).toEqual(['b.d/', 'bc/']);
    expect([(await system.delete('/a/b', on)).status, (await system.delete('/', on)).status]).toEqual([
      404, 405,
    ]);
    expect(await put('/a/b')).toBe(201);
  });

  it('with a released file is deleted by masters and admins only, as a whole or not at all', async () => {
    await put(JAR);
    await put(SNAPSHOT);
    for (const path of ['/com/', JAR, `${JAR}.sha1`])
      expect((await system.delete(path, { ...on, role: 'developer' })).status).toBe(403);
    expect([await status(JAR), await status(SNAPSHOT)]).toEqual([200, 200]);
    expect((await system.delete('/com/acme/lib/1.1-SNAPSHOT/', { ...on, role: 'developer' })).status).toBe(
      204,
    );
    expect((await system.delete('/com/', { ...on, role: 'master' })).status).toBe(204);
  });
});

describe('the store', () => {
  it('is swept of what no file refers to, and counts what is stored', async () => {
    const body = randomBytes(100);
    await put('/swept', body);
    await put('/kept', randomBytes(101));
    const before = (await system.stored('blobs')).length;
    await system.delete('/swept', on);
    const [{ sweep, source }] = system.replicas;
    await sweep.sweep(60_000);
    expect(await system.stored('blobs')).toHaveLength(before);
    expect((await sweep.sweep(-60_000)).removed).toBeGreaterThan(0);
    expect(await system.stored('blobs')).not.toContain(hash('sha256', body).slice(2));
    expect((await get('/kept')).body.length).toBe(101);
    const [{ files, bytes }] = await source.query<{ files: string; bytes: string }[]>(
      'select sum(files) as files, sum(bytes) as bytes from usage where repository = $1',
      [repository.uuid],
    );
    expect([files, bytes]).toEqual(['1', '101']);
  });

  it('keeps what is uploaded while it is swept', async () => {
    const bodies = Array.from({ length: 30 }, (_, index) => Buffer.from(`content ${index % 3}`));
    const [{ sweep }] = system.replicas;
    const uploads = bodies.map(async (body, index) => {
      await put(`/s/${index}`, body);
      if (index % 2) await system.delete(`/s/${index}`, on);
    });
    await Promise.all([...uploads, sweep.sweep(-60_000), sweep.sweep(-60_000)]);
    for (const [index, body] of bodies.entries())
      if (index % 2 === 0) expect((await get(`/s/${index}`)).text).toBe(body.toString());
  });
});
