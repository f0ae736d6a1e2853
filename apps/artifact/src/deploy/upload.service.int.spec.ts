import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ticketHeader } from '@holdfast/contracts';
import { FileStore } from '../artifact-file/file.store.js';
import { placeOf } from '../artifact-file/place.js';
import { ArtifactSuite, build, hash, jar, snapshot } from '../testing/artifact-suite.js';
import { asBefore } from '../testing/artifact-system.js';

const suite = ArtifactSuite.start();
const { get, put, remove, sent, status, here } = suite;

describe('an upload', () => {
  it('of the same bytes to a released path is 204 and changes nothing, of others 409', async () => {
    await put(jar, 'one');
    const { headers } = await get(jar);
    expect(await put(jar, 'one')).toBe(204);
    for (const other of ['two', 'longer', '']) {
      const refused = await sent(jar, other);
      expect([refused.status, refused.text]).toEqual([409, refused.reason]);
    }
    expect(await put(jar, 'two', { chunked: true })).toBe(409);
    expect((await get(jar)).headers).toEqual(headers);
  });

  it('replaces SNAPSHOT files, but no timestamped ones', async () => {
    expect([await put(snapshot, 'one'), await put(snapshot, 'two'), await put(snapshot, 'two')]).toEqual([
      201, 204, 204,
    ]);
    expect((await get(snapshot)).text).toBe('two');
    const stamped = build('20260102.030405', 1);
    expect([await put(stamped, 'one'), await put(stamped, 'one'), await put(stamped, 'two')]).toEqual([
      201, 204, 409,
    ]);
  });

  it('replaces all with redeploy', async () => {
    suite.repository = { ...suite.repository, redeploy: true };
    expect([await put(jar, 'one'), await put(jar, 'two')]).toEqual([201, 204]);
    expect([(await get(jar)).text, (await get(`${jar}.sha1`)).text]).toEqual(['two', hash('sha1', 'two')]);
  });

  it('of other bytes has a date of a later second than they had', async () => {
    const [replica] = suite.system.replicas;
    await put(snapshot, 'one');
    const place = placeOf(suite.repository.uuid, snapshot.slice(1));
    const change = 'update file set modified_at = $3 where directory = $1 and name = $2';
    const date = new Date(Date.now() + 5_000);
    await replica.source.query(change, [place.hash, place.name, date]);
    await put(snapshot, 'two');
    expect((await replica.part(FileStore).find(place))?.modified.getTime()).toBe(
      Math.floor(date.getTime() / 1000 + 1) * 1000,
    );
  });

  it('is refused on a directory, below a file and with a trailing slash', async () => {
    await put('/d/f');
    for (const path of ['/d', '/d/', '/', '', '/d/f/g', '/d/f/g/h', '/d/f.sha1/x', '/x/maven-metadata.xml/y'])
      expect([path, await put(path)]).toEqual([path, 409]);
    expect(await put('/d/f.sha1/x', 'x')).toBe(409);
    for (const path of ['/d/f/maven-metadata.xml.sha1', '/x/maven-metadata.xml.sha1/y'])
      expect([path, await put(path, hash('sha1', 'x'))]).toEqual([path, 409]);
    expect(await status('/d/f/g')).toBe(404);
  });

  it('is refused before its body where something is in the way', async () => {
    await put('/d/f');
    for (const path of ['/d/f/g', '/d/f/maven-metadata.xml', '/d/f/maven-metadata.xml.sha1']) {
      const decision = await suite.system.decide('PUT', path, here());
      expect([path, decision]).toMatchObject([path, { is: 'answer', status: 409 }]);
    }
  });

  it('is refused against the policy, by those who may not write, and to a deactivated repository', async () => {
    const { repository } = suite;
    expect(await put(snapshot, 'a', { repository: { ...repository, policy: 'release' } })).toBe(409);
    expect(await put(jar, 'a', { repository: { ...repository, policy: 'snapshot' } })).toBe(409);
    expect(await put(jar, 'a', { role: 'guest' })).toBe(403);
    expect(await put(jar, 'a', { repository: { ...repository, deleted: true } })).toBe(403);
    expect(await put(jar, 'a', { headers: { 'content-range': 'bytes 0-0/1' } })).toBe(400);
    expect(await put(jar, 'a', { headers: { 'content-encoding': 'gzip' } })).toBe(415);
    expect((await suite.system.send('PATCH', jar, undefined, here())).headers.Allow).toBe(
      'GET, HEAD, PUT, DELETE',
    );
  });

  it('is refused early when it cannot fit', async () => {
    const decision = await suite.system.decide(
      'PUT',
      jar,
      here({ headers: { 'content-length': String(2 ** 60) } }),
    );
    expect(decision).toMatchObject({ is: 'answer', status: 507 });
  });

  it('is refused with another digest than the declared one', async () => {
    const digest = Buffer.from(hash('sha256', 'other'), 'hex').toString('base64');
    expect(await put(jar, 'a', { headers: { 'x-checksum-md5': hash('md5', 'b') } })).toBe(409);
    expect(await put(jar, 'a', { headers: { 'content-digest': `sha-256=:${digest}:` } })).toBe(409);
    expect(await put(jar, 'a', { headers: { 'x-checksum-sha1': 'x' } })).toBe(400);
    expect(await status(jar)).toBe(404);
    expect(await put(jar, 'a', { headers: { 'x-checksum-md5': hash('md5', 'a') } })).toBe(201);
  });

  it('by digest takes bytes of the same repository only', async () => {
    const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': hash('sha256', 'bytes') };
    expect(await put('/b', '', { headers })).toBe(404);
    await put('/a', 'bytes', { repository: suite.system.repository() });
    expect(await put('/b', '', { headers })).toBe(404);
    await put('/a', 'bytes');
    expect(await put('/b', '', { headers })).toBe(201);
    expect((await get('/b')).text).toBe('bytes');
  });

  it.each([
    [401, {}],
    [403, { ...asBefore, project: { ...asBefore.project, roles: [] } }],
    [404, { ...asBefore, repository: undefined }],
  ])('is refused with %i and leaves nothing when its right has ended while it came', async (refusal, now) => {
    const paths = [jar, `${jar}.md5`, '/com/acme/lib/maven-metadata.xml'];
    const bodies = [
      'bytes',
      hash('md5', 'bytes'),
      '<metadata><versioning><latest>9</latest></versioning></metadata>',
    ];
    suite.system.standing.now = now as typeof asBefore;
    try {
      for (const [index, path] of paths.entries()) {
        const refused = await sent(path, bodies[index]);
        expect([path, refused.status, refused.text]).toEqual([path, refusal, refused.reason]);
        expect(refused.headers['WWW-Authenticate']).toBe(
          refusal === 401 ? 'Basic realm="Holdfast"' : undefined,
        );
        expect(await status(path)).toBe(404);
      }
    } finally {
      suite.system.standing.now = asBefore;
    }
    expect(await put(jar, 'bytes')).toBe(201);
  });
  it('that breaks off leaves nothing', async () => {
    for (const head of ['Content-Length: 300000', 'Transfer-Encoding: chunked']) {
      const decision = await suite.system.decide('PUT', jar, here());
      if (decision.is !== 'upload') throw new Error(decision.is);
      const socket = connect(Number(new URL(decision.address).port), '127.0.0.1');
      socket.write(
        `PUT / HTTP/1.1\r\nHost: a\r\n${ticketHeader}: ${decision.ticket}\r\n${head}\r\n\r\n10000\r\n`,
      );
      socket.write(randomBytes(60_000));
      await wait(50);
      socket.destroy();
      await suite.system.stagingIsEmpty();
      expect(await status(jar)).toBe(404);
    }
  });

  it('needs its ticket once, in time and for its method', async () => {
    const decision = await suite.system.decide('PUT', jar, here());
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
    const other = await suite.system.decide('PUT', '/other', here());
    if (other.is !== 'upload') throw new Error(other.is);
    expect((await port('GET', other.ticket)).status).toBe(403);
  });

  it('of many to one path lets one win, and no reader sees a mixture', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index));
    const all = await Promise.all(bodies.map((body, index) => put(jar, body, { replica: index % 2 })));
    expect(all.filter((one) => one === 201)).toHaveLength(1);
    expect(all.filter((one) => one === 409)).toHaveLength(7);
    expect((await get(jar)).body.equals(bodies[all.indexOf(201)])).toBe(true);
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
      expect((await remove(path.split('/').slice(0, 2).join('/'))).status).toBe(204);
      expect(await status(path)).toBe(404);
    }
  });
});
