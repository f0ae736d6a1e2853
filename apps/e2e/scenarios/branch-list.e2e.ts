import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { generateRepository, mustGit } from '../clients/git.js';
import { HgCopy } from '../clients/hg.js';
import { testedKinds, type TestedKind } from '../clients/tested-kinds.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

const instant = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * Makes branches with a commit each, one after the other. Answers two times between which all were made but the first
 * and the last one: those of these two, or of Subversion, whose server says the times, some beside them.
 */
const makers: Record<
  TestedKind['type'],
  (admin: Person, repository: RepositoryAt, names: readonly string[]) => Promise<[string, string]>
> = {
  git: async (admin, { url }, names) => {
    const origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches: names, commits: 1 });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(url));
    const at = async (branch: string): Promise<string> =>
      instant(1000 * Number(await mustGit(origin, 'log', '-1', '--format=%ct', branch)));
    return [await at(names[0]), await at(names[names.length - 1])];
  },
  mercurial: async (admin, { url }, names) => {
    const copy = await HgCopy.make(join(await scratch(), 'copy'));
    // Changesets are made a second after each other.
    await copy.must('debugbuilddag', `+1:root ${names.map((name) => `@"${name}" *root`).join(' ')}`);
    await copy.must('push', '-q', '-f', '--new-branch', admin.in(url));
    return [instant(1000), instant(1000 * names.length)];
  },
  subversion: async (admin, { path }, names) => {
    const made = async (some: readonly string[]): Promise<string> => {
      for (const id of some) await must(admin.api.post(`${path}/branches`, { id, commit: '1' }), 201);
      const at = instant(Date.now() + 1_000);
      await sleep(2_100);
      return at;
    };
    const first = await made(names.slice(0, 1));
    const last = await made(names.slice(1, -1));
    await made(names.slice(-1));
    return [first, last];
  },
};

describe.each(testedKinds)('Lists of branches of $type', (kind) => {
  const { type, base, separator } = kind;
  const feature = (name: string): string => `feature${separator}${name}`;
  const names = ['alpha', 'Beta', feature('one'), feature('two'), 'zeta'];
  const bytewise = [...names, base].sort();
  let admin: Person;
  let repository: RepositoryAt;
  let path: string;
  let first: string;
  let last: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin), type, kind.attributes);
    path = `${repository.path}/branches`;
    [first, last] = await makers[type](admin, repository, names);
  });

  const ids = async (query: string): Promise<string[]> =>
    (await must(admin.api.get(`${path}?${query}`))).results.map(({ id }) => id);

  it('are read page by page, each page saying where the next begins', async () => {
    const seen: string[] = [];
    let offset = 0;
    for (;;) {
      const { metadata, results } = await must(admin.api.get(`${path}?limit=2&offset=${offset}`));
      expect(metadata.count).toBe(results.length);
      expect(metadata.next_offset).toBe(offset + results.length);
      seen.push(...results.map(({ id }) => id));
      if (!metadata.more_results) break;
      offset = metadata.next_offset;
    }
    expect(seen).toEqual(bytewise);
  });

  it('end with an empty page beyond their end', async () => {
    const { metadata, results } = await must(admin.api.get(`${path}?offset=100`));
    expect(results).toEqual([]);
    expect(metadata).toEqual({ more_results: false, next_offset: 100, count: 0 });
  });

  it('are sorted and turned around', async () => {
    expect(await ids('sort=id&order=descending')).toEqual([...bytewise].reverse());
    expect(await ids('sort=id&order=asc')).toEqual(bytewise);
  });

  it('are searched for a part of the name in any case', async () => {
    expect(await ids('search_term=ETA')).toEqual(['Beta', 'zeta']);
    expect(await ids(`search_term=${feature('')}&search_fields=id`)).toEqual([
      feature('one'),
      feature('two'),
    ]);
  });

  it('are cut by the time of the latest commit, both ends exclusive', async () => {
    expect(await ids(`after=${first}&before=${last}`)).toEqual(['Beta', feature('one'), feature('two')]);
    const alone = type === 'subversion' ? ['alpha', base] : [base];
    expect(await ids(`before=${first}`)).toEqual(alone);
  });

  it.each([
    ['limit=0', 'limit', { minimum: 1 }],
    ['limit=1001', 'limit', { maximum: 1000 }],
    ['limit=ten', 'limit', { invalid: true }],
    ['offset=-1', 'offset', { minimum: 0 }],
    ['sort=colour', 'sort', { invalid: true }],
    ['sort=id&order=sideways', 'order', { invalid: true }],
    ['active=perhaps', 'active', { invalid: true }],
    ['before=yesterday', 'before', { invalid: true }],
    ['search_term=a&search_fields=colour', 'search_fields', { invalid: true }],
  ])('refuse %s', async (query, parameter, problem) => {
    const { status, body } = await admin.api.get(`${path}?${query}`);
    expect(status).toBe(422);
    expect(body.api_errors).toEqual({ [parameter]: problem });
  });

  it.each([
    'limit=',
    'offset=',
    'sort=',
    'limit=1&limit=2',
    'include=colours',
    'expand=colours',
    'count=colours',
  ])('refuse %s on its parameter', async (query) => {
    const { status, body } = await admin.api.get(`${path}?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.api_errors ?? {})).toEqual([query.split('=')[0]]);
  });

  it('replace the repository by the whole object when asked', async () => {
    const { results } = await must(admin.api.get(`${path}?limit=1&expand=repository`));
    expect(results[0].repository).toMatchObject({
      api_status: 200,
      id: repository.id,
      uuid: repository.uuid,
      type,
    });
  });

  it('tell beforehand what the caller may do', async () => {
    expect(await must(admin.api.get(`${path}?privileges`))).toMatchObject({ create: true, read: true });
    expect(await must(admin.api.get(`${path}/${base}?privileges`))).toMatchObject({
      read: true,
      update: true,
      delete: true,
    });
  });

  it('find a branch by its name, with a slash raw or encoded', async () => {
    for (const name of [feature('one'), encodeURIComponent(feature('one')), 'alpha'])
      expect((await must(admin.api.get(`${path}/${name}`))).id).toBe(decodeURIComponent(name));
    expect((await admin.api.get(`${path}/feature`)).status).toBe(404);
    expect((await admin.api.get(`${path}/Alpha`)).status).toBe(404);
  });
});

describe('Lists of branches', () => {
  it('are empty in artifact repositories', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    for (const type of ['maven', 'ivy'] as const) {
      const other = await newRepository(admin, project, type);
      const { metadata, results } = await must(admin.api.get(`${other.path}/branches`));
      expect([metadata.count, results]).toEqual([0, []]);
    }
  });
});
