import { createHash, randomBytes } from 'node:crypto';
import type { RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem, type Asking } from '../testing/artifact-system.js';

const hash = (algorithm: string, bytes: Buffer | string): string =>
  createHash(algorithm).update(bytes).digest('hex');
const jar = '/com/acme/lib/1.0/lib-1.0.jar';
const snapshot = '/com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar';
const indexPath = '/com/acme/lib/maven-metadata.xml';
let system: ArtifactSystem;
let repository: RepositoryScope;
let on: Asking;

const put = async (path: string, body: Buffer | string = randomBytes(40), more: Asking = {}) =>
  (await system.put(path, body, { ...on, ...more })).status;
const get = (path: string, more: Asking = {}) => system.get(path, { ...on, ...more });
const status = async (path: string) => (await get(path)).status;

describe('a checksum', () => {
  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2 });
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    repository = system.repository();
    on = { repository };
  });
  afterEach(() => system.stagingIsEmpty());

  it.each(['md5', 'sha1', 'sha256', 'sha512'])(
    '.%s is computed, compared and never believed',
    async (algorithm) => {
      await put(jar, 'bytes');
      const path = `${jar}.${algorithm}`;
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
    expect(await put(`${jar}.sha1`, hash('sha1', 'bytes'))).toBe(201);
    expect([
      await status(jar),
      await status(`${jar}.sha1`),
      await status('/com/'),
      await status(indexPath),
    ]).toEqual([404, 404, 404, 404]);
    expect(await put(jar, 'bytes')).toBe(201);
    expect((await system.send('HEAD', `${jar}.sha1`, undefined, on)).status).toBe(200);
  });

  it('that was held and does not fit is dropped with the file', async () => {
    await put(`${jar}.sha1`, hash('sha1', 'bytes'));
    expect(await put(jar, 'other')).toBe(409);
    expect([await status(jar), await status('/com/')]).toEqual([404, 404]);
    expect(await put(jar, 'other')).toBe(201);
  });

  it('is forgotten when its file is replaced or deleted', async () => {
    await put(snapshot, 'one');
    await put(`${snapshot}.sha1`, hash('sha1', 'one'));
    await put(snapshot, 'two');
    expect((await system.send('HEAD', `${snapshot}.sha1`, undefined, on)).status).toBe(404);
    expect((await get(`${snapshot}.sha1`)).text).toBe(hash('sha1', 'two'));
    await system.delete(snapshot, on);
    expect(await status(`${snapshot}.sha1`)).toBe(404);
  });
});
