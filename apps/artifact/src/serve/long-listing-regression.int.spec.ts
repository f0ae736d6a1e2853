import { setImmediate as others } from 'node:timers/promises';
import type { RepositoryScope } from '@holdfast/kernel';
import { placeOf } from '../artifact-file/place.js';
import { ArtifactSystem, type Seen } from '../testing/artifact-system.js';
import { copyFiles } from '../testing/copied-files.query.js';

/** 85 letters of three bytes, which an address has as 765. */
const longName = `repeat(U&'\\2028', 79) || lpad(n::text, 6, '0')`;

/** Made in one go it is more than half. */
const largestStep = 0.3;

const spent = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return user + system;
};

/**
 * The page of a directory, and the index of an artifact, were made in one go and of as many names as there were: for
 * seconds nothing else of the service ran, and it ended where they did not fit into its memory.
 */
describe('a directory with very many names', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
    // Growing indexes that nothing here asks would take most of the time.
    for (const index of ['search', 'path', 'modified_at', 'copy'])
      await query(`drop index artifact.file_${index}`);
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    repository = system.repository();
  });

  const query = (text: string, ...values: unknown[]): Promise<unknown> =>
    system.replicas[0].source.query(text, values);

  const copies = (path: string, name: string, version: string, from: number, to: number): Promise<void> =>
    copyFiles(system, repository, { path, name, version, from, to });

  const get = (path: string): Promise<Seen> => system.get(path, { repository });

  /** The largest share of the processor's time for an answer that was taken before others were served. */
  const longestStep = async (path: string): Promise<number> => {
    const first = process.cpuUsage();
    let [longest, last, isOver] = [0, first, false];
    const watching = (async () => {
      while (!isOver) {
        await others();
        longest = Math.max(longest, spent(last));
        last = process.cpuUsage();
      }
    })();
    await system.decide('HEAD', path, { repository });
    isOver = true;
    await watching;
    return longest / spent(first);
  };

  it('is listed while others are served, as long as its page has 32 MiB', async () => {
    await system.put('/many/first.txt', 'x', { repository });
    await copies('many/first.txt', longName, 'null', 1, 28_000);
    expect(await longestStep('/many/')).toBeLessThan(largestStep);
    const { status, body } = await get('/many/');
    expect([status, body.length > 20_000_000]).toEqual([200, true]);
    await copies('many/first.txt', longName, 'null', 28_001, 36_000);
    expect(await longestStep('/many/')).toBeLessThan(largestStep);
    const refused = await get('/many/');
    expect([refused.status, refused.text]).toEqual([
      403,
      'the directory has more names than fit into a page',
    ]);
  });

  it('is not listed where it has more than 100,000 names', async () => {
    await system.put('/d/first/x.txt', 'x', { repository });
    const { hash } = placeOf(repository.uuid, 'd/x');
    const insert = `insert into artifact.directory (repository, hash, parent, name)
      select $1::uuid, sha256(convert_to($1::uuid || ' ' || n, 'UTF8')), $2, n::text from generate_series($3::int, $4::int) as n`;
    await query(insert, repository.uuid, hash, 2, 100_000);
    expect((await get('/d/')).text.match(/<a/g)).toHaveLength(100_001);
    await query(insert, repository.uuid, hash, 100_001, 100_001);
    expect((await get('/d/')).status).toBe(403);
  });

  it('has an index of at most 200,000 versions', async () => {
    const version = `repeat('1a', 120) || n`;
    await system.put('/a/b/1/b-1.jar', 'x', { repository });
    await copies('a/b/1/b-1.jar', 'name || n', version, 2, 26_000);
    // Of more than six million tokens, more than are taken apart.
    expect((await get('/a/b/maven-metadata.xml')).text.match(/<version>/g)).toHaveLength(26_000);
    await copies('a/b/1/b-1.jar', 'name || n', `n::text`, 26_001, 200_001);
    await system.put('/a/b/new/b-new.jar', 'x', { repository });
    await expect(get('/a/b/maven-metadata.xml')).rejects.toThrow('refused as forbidden');
    expect((await system.delete('/a/b/1/', { repository })).status).toBe(204);
    expect((await get('/a/b/maven-metadata.xml')).text).toContain('<version>new<');
  });

  it('has an index of its files that is made while others are served', async () => {
    const name = `'b-1-20260102.030405-' || n || '-c' || n || '.jar'`;
    await system.put('/a/b/1-SNAPSHOT/b-1-20260102.030405-1.jar', 'x', { repository });
    await copies('a/b/1-SNAPSHOT/b-1-20260102.030405-1.jar', name, 'version', 2, 30_000);
    await system.put('/a/b/1-SNAPSHOT/b-1-20260102.030405-2.jar', 'x', { repository });
    expect(await longestStep('/a/b/1-SNAPSHOT/maven-metadata.xml')).toBeLessThan(largestStep);
    expect((await get('/a/b/1-SNAPSHOT/maven-metadata.xml')).text.match(/<value>/g)).toHaveLength(30_000);
  });
});
