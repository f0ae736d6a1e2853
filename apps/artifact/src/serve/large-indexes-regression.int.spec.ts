import { DiskRoom } from '@holdfast/kernel';
import { jest } from '@jest/globals';
import { FileIndexStore } from '../artifact-file/file-index.store.js';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { copyFiles } from '../testing/copied-files.query.js';

const path = 'a/b/1/b-1.jar';
const index = '/a/b/maven-metadata.xml';

/**
 * Only the number of versions was bounded: 200,000 of 245 "&" made an index of 250 MB, which was in memory several
 * times. And each state of a large index that was read went into the database, whatever room there was.
 */
describe('a large index', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
    // Growing indexes that nothing here asks would take most of the time.
    for (const each of ['search', 'path', 'modified_at', 'copy'])
      await system.replicas[0].source.query(`drop index artifact.file_${each}`);
  });
  afterAll(() => system.stop());
  afterEach(() => jest.restoreAllMocks());

  /** A repository with versions of these numbers, named in SQL. */
  const withVersions = async (version: string, to: number) => {
    const repository = system.repository();
    await system.put(`/${path}`, 'x', { repository });
    const more = async (from: number, last: number) => {
      await copyFiles(system, repository, { path, name: 'name || n', version, from, to: last });
      await system.put(`/a/b/new-${last}/b-new-${last}.jar`, 'x', { repository });
    };
    await more(2, to);
    return { repository, more };
  };

  it('has at most 16 MiB', async () => {
    const { repository, more } = await withVersions(`repeat('&', 240) || n`, 13_000);
    const { status, body } = await system.get(index, { repository });
    expect([status, body.length > 15_000_000]).toEqual([200, true]);
    await more(13_001, 14_000);
    await expect(system.get(index, { repository })).rejects.toThrow('refused as forbidden');
  });

  it('is made of names that have at most 32 MiB together, and of no more is read', async () => {
    const { repository } = await withVersions(`repeat('x', 240) || n`, 145_000);
    await expect(system.get(index, { repository })).rejects.toThrow('refused as forbidden');
    const read = await system.replicas[0]
      .part(FileIndexStore)
      .facts(repository.uuid, 'a/b', false, { most: 200_000, bytes: 100_000 });
    expect(read?.facts.versions.length).toBeGreaterThan(300);
    expect(read?.facts.versions.length).toBeLessThan(500);
  });

  it('is not made of the first 32 MiB of names whose letters are longer than a byte', async () => {
    const repository = system.repository();
    const build = 's/lib/1-SNAPSHOT/lib-1-20000101.000000-1.jar';
    await system.put(`/${build}`, 'x', { repository });
    const name = `'lib-1-20000101.000000-1-' || repeat(U&'\\20AC', 72) || lpad(n::text, 6, '0')`;
    await copyFiles(system, repository, { path: build, name, version: 'version', from: 1, to: 140_000 });
    const asked = ['/s/lib/1-SNAPSHOT/maven-metadata.xml', { repository }] as const;
    await expect(system.get(...asked)).rejects.toThrow('refused as forbidden');
  });

  it('is written into its row once in a while, and only where the disk has room for it', async () => {
    const [replica] = system.replicas;
    const write = jest.spyOn(replica.part(FileIndexStore), 'keep');
    const { repository } = await withVersions('n::text', 3_000);
    const take = jest.spyOn(replica.part(DiskRoom), 'take').mockResolvedValue(false);
    const read = async () => (await system.get(index, { repository })).text.match(/<version>/g)?.length;
    expect(await read()).toBe(3_001);
    expect(write).not.toHaveBeenCalled();
    take.mockRestore();
    for (const version of ['2', '3', '4']) {
      expect((await system.delete(`/a/b/${version}/`, { repository })).status).toBeLessThan(500);
      await system.put(`/a/b/new-${version}/b-new-${version}.jar`, 'x', { repository });
      expect(await read()).toBeGreaterThan(2_990);
    }
    expect(write).toHaveBeenCalledTimes(1);
  });
});
