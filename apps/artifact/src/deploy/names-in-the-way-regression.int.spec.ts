import { ArtifactSuite, build, hash, jar } from '../testing/artifact-suite.js';

// A file where a SNAPSHOT version would be kept all its builds out, and only a master could remove it. A directory with
// the name of a checksum let the file in, for ever, and not its checksum: deploys failed half way.
describe('names that are in the way of a deploy', () => {
  const { put, get, head, remove } = ArtifactSuite.start();
  const version = '/com/acme/lib/1.1-SNAPSHOT';
  const asDeveloper = { role: 'developer' } as const;

  it('as a file where a SNAPSHOT version would be, are removed by who deploys it', async () => {
    expect(await put(version, 'x')).toBe(201);
    const first = build('20260102.030405', 1);
    expect(await put(first)).toBe(409);
    expect((await remove(version, asDeveloper)).status).toBe(204);
    expect(await put(first)).toBe(201);
  });

  it('as a directory where a checksum would be, do not keep that out', async () => {
    expect(await put(`${jar}.sha1/x`)).toBe(201);
    const sha1 = hash('sha1', 'jar');
    expect(await put(jar, 'jar')).toBe(201);
    expect(await put(`${jar}.sha1`, hash('sha1', 'other'))).toBe(409);
    expect((await head(`${jar}.sha1`)).status).toBe(404);
    expect(await put(`${jar}.sha1`, sha1)).toBe(201);
    expect((await head(`${jar}.sha1`)).status).toBe(200);
    expect((await get(`${jar}.sha1`)).body.toString()).toBe(sha1);
    expect((await get(`${jar}.sha1/x`)).status).toBe(200);
  });

  it('as such a directory, do not keep out a checksum that comes before its file', async () => {
    await put(`${jar}.sha1/x`);
    expect(await put(`${jar}.sha1`, hash('sha1', 'jar'))).toBe(201);
    expect(await put(jar, 'other')).toBe(409);
    expect(await put(jar, 'jar')).toBe(201);
  });
});
