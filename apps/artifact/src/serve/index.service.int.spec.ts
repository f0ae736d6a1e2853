import { FileIndexStore } from '../artifact-file/file-index.store.js';
import { ArtifactSuite, build, hash, indexPath, jar, versionsOf } from '../testing/artifact-suite.js';

const suite = ArtifactSuite.start();
const { get, put, head, remove, status } = suite;

describe('an index', () => {
  it('loses no version of many deployed at once', async () => {
    const wanted = Array.from({ length: 16 }, (_, index) => `1.${index}`);
    const all = await Promise.all(
      wanted.map((version, index) =>
        put(`/com/acme/lib/${version}/lib-${version}.jar`, version, { replica: index % 2 }),
      ),
    );
    expect(new Set(all)).toEqual(new Set([201]));
    expect(versionsOf((await get(indexPath)).text)).toEqual(wanted);
  });

  it('has the right checksums, conditions and digests, and changes with a deploy', async () => {
    await put(jar);
    const one = await get(indexPath);
    expect((await get(`${indexPath}.sha256`)).text).toBe(hash('sha256', one.body));
    expect((await head(`${indexPath}.md5`)).status).toBe(200);
    expect(one.headers['X-Checksum-Sha1']).toBe(hash('sha1', one.body));
    expect((await get(indexPath, { headers: { 'if-none-match': one.headers.ETag } })).status).toBe(304);
    await put('/com/acme/lib/2.0/lib-2.0.jar');
    expect((await get(indexPath, { headers: { 'if-none-match': one.headers.ETag } })).status).toBe(200);
  });

  it('goes with the last version, and a deleted version leaves it at once', async () => {
    await put(jar);
    await put('/com/acme/lib/2.0/lib-2.0.jar');
    expect((await remove('/com/acme/lib/2.0/')).status).toBe(204);
    expect(versionsOf((await get(indexPath)).text)).toEqual(['1.0']);
    expect((await remove(jar)).status).toBe(204);
    expect([
      await status(indexPath),
      await status(`${indexPath}.sha1`),
      await status('/com/'),
      await status('/'),
    ]).toEqual([404, 404, 404, 200]);
  });

  it('of a client is taken and adds no version', async () => {
    const sent = '<metadata><versioning><versions><version>9</version></versions></versioning></metadata>';
    expect(await put(indexPath, sent)).toBe(201);
    expect(await status(indexPath)).toBe(404);
    await put(jar);
    expect(await put(indexPath, sent)).toBe(204);
    expect(await put(`${indexPath}.sha1`, hash('sha1', sent))).toBe(201);
    expect(versionsOf((await get(indexPath)).text)).toEqual(['1.0']);
    expect(await put(indexPath, '<!DOCTYPE a><metadata/>')).toBe(400);
    expect(await put(indexPath, '<html></html>')).toBe(400);
  });

  it('that Maven processes broke for each other is harmless where the index is computed', async () => {
    const broken = '<metadata><versioning></versioning></metadata>ning></metadata>';
    expect(await put(indexPath, broken)).toBe(400);
    await put(jar);
    expect(await put(indexPath, broken)).toBe(204);
    expect(versionsOf((await get(indexPath)).text)).toEqual(['1.0']);
  });

  it('of a group keeps the plugins of clients that send at once, until it is deleted', async () => {
    const path = '/com/acme/maven-metadata.xml';
    const plugin = (prefix: string) =>
      `<metadata><plugins><plugin><prefix>${prefix}</prefix><artifactId>${prefix}-maven-plugin</artifactId></plugin></plugins></metadata>`;
    await put(jar);
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((prefix, index) =>
        put(path, plugin(prefix), { replica: index % 2 }),
      ),
    );
    const prefixes = [...(await get(path)).text.matchAll(/<prefix>(.)</g)].map(([, prefix]) => prefix);
    expect(prefixes).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect((await remove(path)).status).toBe(204);
    expect([await status(path), (await remove(path)).status]).toEqual([404, 404]);
    expect((await remove(indexPath)).status).toBe(204);
    expect(await status(indexPath)).toBe(200);
  });

  it('that shows nothing of what clients added can be deleted, and takes its directory with it', async () => {
    const path = '/com/acme/lib/1.1-SNAPSHOT/maven-metadata.xml';
    const variant =
      '<snapshotVersion><classifier>a.b</classifier><extension>c.jar</extension></snapshotVersion>';
    const sent = `<metadata><versioning><snapshotVersions>${variant}</snapshotVersions></versioning></metadata>`;
    expect(await put(path, sent)).toBe(201);
    expect([await status(path), await status('/com/acme/')]).toEqual([404, 200]);
    expect((await remove(path, { headers: { 'if-match': '*' } })).status).toBe(412);
    expect((await remove(path)).status).toBe(204);
    expect([(await remove(path)).status, await status('/com/')]).toEqual([404, 404]);
  });

  it('does not change by an upload that adds nothing to it', async () => {
    const store = suite.system.replicas[0].part(FileIndexStore);
    const generation = async () => (await store.state(suite.repository.uuid, 'com/acme/lib'))?.generation;
    const plugins =
      '<metadata><plugins><plugin><prefix>a</prefix><artifactId>a</artifactId></plugin></plugins></metadata>';
    await put(jar);
    for (const first of ['<metadata/>', plugins]) {
      expect(await put(indexPath, first)).toBe(204);
      const before = await generation();
      expect(before).toBeDefined();
      for (const again of ['<metadata/>', first]) expect(await put(indexPath, again)).toBe(204);
      expect(await generation()).toEqual(before);
    }
  });

  it('of a SNAPSHOT follows its builds and their removal', async () => {
    const path = '/com/acme/lib/1.1-SNAPSHOT/maven-metadata.xml';
    const number = async () => /<buildNumber>(\d+)</.exec((await get(path)).text)?.[1];
    await put(build('20260102.030405', 1));
    await put(build('20260102.040506', 2));
    expect(await number()).toBe('2');
    expect((await remove(build('20260102.040506', 2), { role: 'developer' })).status).toBe(204);
    expect(await number()).toBe('1');
    expect(versionsOf((await get(indexPath)).text)).toEqual(['1.1-SNAPSHOT']);
  });

  it('says which version it has more than in the state before, and of no other change', async () => {
    const state = async () =>
      suite.system.replicas[0].part(FileIndexStore).state(suite.repository.uuid, 'com/acme/lib');
    const changed = async (work: () => Promise<unknown>) => {
      const before = await state();
      await work();
      const after = await state();
      expect(after?.generation).not.toBe(before?.generation);
      return after?.added && { ...after.added, to: after.added.to === before?.generation };
    };
    const more = { to: true, version: '2.0' };
    await put(jar);
    expect((await state())?.added).toBeUndefined();
    expect(await changed(() => put('/com/acme/lib/2.0/lib-2.0.jar'))).toEqual(more);
    const { added } = (await state()) ?? {};
    await put('/com/acme/lib/2.0/lib-2.0.pom');
    expect((await state())?.added).toEqual(added);
    expect(await changed(() => put(build('20260102.030405', 1)))).toEqual({
      ...more,
      version: '1.1-SNAPSHOT',
    });
    expect(await changed(() => remove('/com/acme/lib/2.0/lib-2.0.pom'))).toBeUndefined();
    expect(await changed(() => put('/com/acme/lib/3.0/lib-3.0.jar'))).toEqual({ ...more, version: '3.0' });
    const plugins =
      '<metadata><plugins><plugin><prefix>a</prefix><artifactId>a</artifactId></plugin></plugins></metadata>';
    expect(await changed(() => put(indexPath, plugins))).toBeUndefined();
    const snapshots = async () =>
      suite.system.replicas[0].part(FileIndexStore).state(suite.repository.uuid, 'com/acme/lib/1.1-SNAPSHOT');
    await put(build('20260102.030406', 2));
    expect((await snapshots())?.added).toBeUndefined();
  });

  it('is the same wherever it is read, whoever has read it before', async () => {
    const versions: string[] = [];
    const read = async (replica: number) => versionsOf((await get(indexPath, { replica })).text);
    for (let at = 0; at < 12; at += 1) {
      versions.push(`1.${at}`);
      const name = `/com/acme/lib/1.${at}/lib-1.${at}`;
      await Promise.all(['.jar', '.pom'].map((end, index) => put(name + end, end, { replica: index })));
      if (at % 3 !== 1) expect(await read(at % 2)).toEqual(versions);
      if (at % 5 !== 4) continue;
      expect((await remove(`/com/acme/lib/${versions.shift()}/`)).status).toBe(204);
      if (at % 2) expect(await read(0)).toEqual(versions);
    }
    for (const replica of [0, 1]) expect(await read(replica)).toEqual(versions);
  });

  it('of a:b has nothing to do with that of a.b', async () => {
    await put('/a/b/1.0/b-1.0.jar');
    await put('/a/b/c/1.0/c-1.0.jar');
    await remove('/a/b/1.0/');
    expect(versionsOf((await get('/a/b/c/maven-metadata.xml')).text)).toEqual(['1.0']);
    expect(await status('/a/b/maven-metadata.xml')).toBe(404);
  });
});
