import { ArtifactSuite, hash, indexPath, jar, snapshot } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();
const { get, put, head, remove, status } = suite;

describe('a checksum', () => {
  it.each(['md5', 'sha1', 'sha256', 'sha512'])(
    '.%s is computed, compared and never believed',
    async (algorithm) => {
      await put(jar, 'bytes');
      const path = `${jar}.${algorithm}`;
      expect((await get(path)).text).toBe(hash(algorithm, 'bytes'));
      expect((await head(path)).status).toBe(404);
      expect(await put(path, hash(algorithm, 'other'))).toBe(409);
      expect(await put(path, `${hash(algorithm, 'bytes').toUpperCase()}  lib.jar\r\n`)).toBe(201);
      expect(await put(path, hash(algorithm, 'bytes'))).toBe(201);
      expect((await head(path)).status).toBe(200);
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
    expect((await head(`${jar}.sha1`)).status).toBe(200);
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
    expect((await head(`${snapshot}.sha1`)).status).toBe(404);
    expect((await get(`${snapshot}.sha1`)).text).toBe(hash('sha1', 'two'));
    await remove(snapshot);
    expect(await status(`${snapshot}.sha1`)).toBe(404);
  });
});
