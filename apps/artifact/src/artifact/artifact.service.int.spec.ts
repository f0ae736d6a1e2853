import { createHash, randomBytes } from 'node:crypto';
import { DomainError, wholeList, type ListQuery, type Page, type RepositoryScope } from '@holdfast/kernel';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { ArtifactService } from './artifact.service.js';
import type { ArtifactView } from './artifact.view.js';

const jar = 'com/acme/lib/1.0/lib-1.0.jar';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Reply<T> {
  value?: T;
  error?: Parameters<typeof DomainError.fromWire>[0];
}

const answer = async <T>(reply: unknown): Promise<T> => {
  const { value, error } = (await reply) as Reply<T>;
  if (error) throw DomainError.fromWire(error);
  return value as T;
};

// PostgreSQL itself; the server's address comes from tools/test.
describe('artifacts', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    repository = system.repository();
  });

  const service = (): ArtifactService => system.replicas[0].part(ArtifactService);
  const put = async (path: string, body = 'x', more = {}): Promise<void> => {
    const { status } = await system.put(`/${encodeURI(path)}`, body, { repository, ...more });
    expect([path, [201, 204].includes(status)]).toEqual([path, true]);
  };
  const list = (query: Partial<ListQuery> = {}, of = repository): Promise<Page<ArtifactView>> =>
    answer(service().list(system.context(of), { params: {}, list: { ...wholeList, ...query } } as never));
  const ids = async (query: Partial<ListQuery> = {}, of = repository): Promise<string[]> =>
    (await list(query, of)).results.map(({ id }) => id);
  const show = (id: string, of = repository): Promise<ArtifactView> =>
    answer(service().show(system.context(of), { params: { id } } as never));

  it('are the files of the repository, with what is known of each', async () => {
    await put(jar, 'bytes');
    await put('docs/read me.txt');
    await system.put(`/${jar}.sha1`, createHash('sha1').update('bytes').digest('hex'), { repository });
    await system.put('/com/acme/lib/1.0/lib-1.0.jar', 'other', { repository: system.repository() });
    const { results, more } = await list();
    expect(more).toBe(false);
    expect(results).toEqual([
      {
        id: jar,
        name: 'lib-1.0.jar',
        group: 'com.acme',
        artifact: 'lib',
        version: '1.0',
        size: 5,
        checksums: {
          md5: createHash('md5').update('bytes').digest('hex'),
          sha1: createHash('sha1').update('bytes').digest('hex'),
          sha256: sha256('bytes'),
          sha512: createHash('sha512').update('bytes').digest('hex'),
        },
        http_url: `http://code.example.com/acme/projects/p/repositories/maven/r/${jar}`,
        creator: { uuid: expect.any(String) as string },
        repository: { id: 'r', uuid: repository.uuid },
        created_at: expect.stringMatching(/Z$/) as string,
        updated_at: expect.stringMatching(/Z$/) as string,
      },
      expect.objectContaining({
        id: 'docs/read me.txt',
        name: 'read me.txt',
        group: null,
        artifact: null,
        version: null,
        http_url: 'http://code.example.com/acme/projects/p/repositories/maven/r/docs/read%20me.txt',
      }),
    ]);
    expect(await show(jar)).toEqual(results[0]);
  });

  it('are gone when they are deleted, and new when their bytes are others', async () => {
    const path = 'com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar';
    await put(path, 'one');
    const before = await show(path);
    await put(path, 'other');
    const after = await show(path);
    expect([after.size, after.checksums.sha256]).toEqual([5, sha256('other')]);
    expect(after.created_at).toBe(before.created_at);
    await system.delete('/com', { repository });
    expect(await ids()).toEqual([]);
    await expect(show(path)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are none where no files are kept', async () => {
    const git = system.repository({ type: 'git' });
    expect(await list({}, git)).toEqual({ results: [], more: false });
    await expect(show(jar, git)).rejects.toMatchObject({ code: 'not_found' });
    for (const id of ['com', 'com/', jar, '../x', '\ud800', ''])
      await expect(show(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are in the order of the bytes of their paths, however long those are', async () => {
    // No database compresses it, so no index takes it whole.
    const long = Array.from({ length: 39 }, () => randomBytes(50).toString('hex')).join('/');
    const paths = [
      'a/b',
      'a-b/c',
      'a.b',
      'B',
      'ä',
      '\u{1F600}',
      '\uFF01',
      `${long}/z`,
      `${long}/a`,
      `${long}a`,
    ];
    for (const path of paths) await put(path);
    const sorted = [...paths].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect(await ids()).toEqual(sorted);
    expect(await ids({ descending: true })).toEqual([...sorted].reverse());
  });

  it('are found by a part of the path, whatever its case', async () => {
    for (const path of ['com/Acme/ÄPFEL/1', 'com/acme/birnen/2', 'a_b', 'a%b', 'axb', 'ΟΔΟΣ'])
      await put(path);
    expect(await ids({ searchTerm: 'äpf' })).toEqual(['com/Acme/ÄPFEL/1']);
    expect(await ids({ searchTerm: 'ACME/' })).toEqual(['com/Acme/ÄPFEL/1', 'com/acme/birnen/2']);
    expect(await ids({ searchTerm: 'a_b' })).toEqual(['a_b']);
    expect(await ids({ searchTerm: 'οδος', searchFields: ['id'] })).toEqual(['ΟΔΟΣ']);
    expect(await ids({ searchTerm: 'nothing' })).toEqual([]);
    expect(await ids({ active: false })).toEqual([]);
  });

  it('are found by when they were deployed, and listed in that order', async () => {
    for (const path of ['c', 'a', 'b']) await put(path);
    const now = Math.floor(Date.now() / 1000);
    expect(await ids({ sort: 'updated_at' })).toEqual(['c', 'a', 'b']);
    expect(await ids({ sort: 'updated_at', descending: true, limit: 1, offset: 1 })).toEqual(['a']);
    expect(await ids({ after: now - 60, before: now + 60 })).toEqual(['a', 'b', 'c']);
    expect(await ids({ after: now + 60 })).toEqual([]);
    expect(await ids({ before: now - 60 })).toEqual([]);
  });

  it('come page after page, none twice and none left out, also while others are deployed', async () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const path of paths) await put(path);
    const { results, more } = await list({ limit: 3 });
    expect([results.map(({ id }) => id), more]).toEqual([['a', 'b', 'c'], true]);
    await put('0');
    expect(await ids({ limit: 3, offset: 3 })).toEqual(['d', 'e', 'f']);
    expect((await list({ limit: 3, offset: 6 })).more).toBe(false);
    expect(await ids({ limit: 3, offset: 6 })).toEqual(['g']);
    // Nobody has read the page before: counted from the beginning.
    expect(await ids({ limit: 2, offset: 4 })).toEqual(['d', 'e']);
    expect(await ids({ limit: 2, offset: 0, descending: true })).toEqual(['g', 'f']);
    expect(await ids({ limit: 2, offset: 2, descending: true })).toEqual(['e', 'd']);
    expect(await ids({ limit: 2, offset: 2, searchTerm: 'e' })).toEqual([]);
  });
});
