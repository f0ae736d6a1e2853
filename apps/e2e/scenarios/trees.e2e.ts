import { join } from 'node:path';
import { must } from '../clients/api.js';
import { generateRepository, mustGit } from '../clients/git.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

describe('Directories and files at a commit', () => {
  let admin: Person;
  let project: ProjectAt;
  let repository: RepositoryAt;
  let commits: string;
  let origin: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
    repository = await newRepository(admin, project);
    commits = `${repository.path}/commits`;
    origin = join(await scratch(), 'origin');
    await generateRepository(origin, { branches: ['area/part'], tags: ['v1'], commits: 5 });
    await mustGit(origin, 'push', '-q', '--mirror', admin.in(repository.url));
  });

  const listed = async (...args: string[]): Promise<string[]> =>
    (await mustGit(origin, 'ls-tree', '--format=%(objectmode) %(objectname) %(path)', ...args)).split('\n');
  const answered = async (path: string): Promise<string[]> =>
    (await must(admin.api.get(`${commits}/${path}`))).results.map(({ mode, id, path: at }) =>
      [mode, id, at].join(' '),
    );

  it('are those of git, one level at a time', async () => {
    expect(await answered('area%2Fpart/tree')).toEqual(await listed('area/part'));
    expect(await answered('area%2Fpart/tree/area-part')).toEqual(await listed('area/part', 'area-part/'));
    expect(await answered('v1/tree/main/')).toEqual(await listed('v1', 'main/'));
    expect(await answered('v1/tree/')).toEqual(await listed('v1'));
    const { results } = await must(admin.api.get(`${commits}/v1/tree/main?limit=1`));
    expect(results).toEqual([
      {
        ...{ api_status: 200, api_timestamp: expect.any(String) as string },
        ...{ name: '0.txt', path: 'main/0.txt', type: 'file', mode: '100644' },
        id: await mustGit(origin, 'rev-parse', 'v1:main/0.txt'),
        size: 350,
      },
    ]);
  });

  it('are listed all together, page by page', async () => {
    const all = await listed('-r', 'area/part');
    expect(await answered('area%2Fpart/files')).toEqual(all);
    expect(await answered('area%2Fpart/files?limit=3&offset=2')).toEqual(all.slice(2, 5));
    expect(await answered('area%2Fpart/files?search_term=PART/3')).toEqual(
      all.filter((line) => line.includes('part/3')),
    );
    const { metadata } = await must(admin.api.get(`${commits}/area%2Fpart/files?limit=${all.length}`));
    expect(metadata.more_results).toBe(false);
  });

  it('come with the last commit that touched each, where that is asked for', async () => {
    for (const [revision, directory] of [
      ['area/part', ''],
      ['area/part', 'main'],
      ['area/part', 'area-part'],
      ['v1', 'main'],
    ]) {
      const at = `${encodeURIComponent(revision)}/tree${directory && `/${directory}`}`;
      const { results } = await must(admin.api.get(`${commits}/${at}?include=commit&limit=3`));
      expect(results.length).toBeGreaterThan(0);
      for (const { path, commit } of results) {
        const { id, ...rest } = commit as { id: string };
        expect([path, id]).toEqual([
          path,
          (await mustGit(origin, 'log', '--format=%H', revision, '--', path as string)).split('\n')[0],
        ]);
        const shown = await must(admin.api.get(`${commits}/${id}`));
        expect({ id, ...rest, api_timestamp: '' }).toEqual({ ...shown, api_timestamp: '' });
      }
    }
    const plain = await must(admin.api.get(`${commits}/v1/tree`));
    expect(plain.results[0]).not.toHaveProperty('commit');
    const wrong = await admin.api.get(`${commits}/v1/tree?include=commit,parents`);
    expect([wrong.status, wrong.body.api_errors]).toEqual([422, { include: { invalid: true } }]);
    expect((await admin.api.get(`${commits}/v1/files?include=commit`)).status).toBe(422);
    expect((await admin.api.get(`${commits}/v1/tree/none?include=commit`)).status).toBe(404);
  });

  it('are told to whoever may read, and to nobody else', async () => {
    const guest = await newMember(admin, project, 'guest');
    const outsider = await newUser(admin);
    const path = `${commits}/v1/tree?include=commit`;
    expect((await must(guest.api.get(path))).results).toHaveLength(1);
    expect((await outsider.api.get(path)).status).toBe(404);
  });

  it('are not found where there is nothing, and no expression finds any', async () => {
    for (const path of [
      'v1/tree/none',
      'v1/tree/main/0.txt',
      'v1/tree/../main',
      'v1/tree//main',
      // Raw, the client of HTTP itself would leave `v1/tree/` of it.
      'v1/tree/main%2F..',
      'none/tree',
      'v1:main/tree',
      'v1%5E/files',
      '--all/tree',
    ])
      expect([path, (await admin.api.get(`${commits}/${path}`)).status]).toEqual([path, 404]);
  });
});
