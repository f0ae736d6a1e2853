import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type RepositoryAt } from '../world.js';

describe('Changesets', () => {
  let admin: Person;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let first: string;
  let tip: string;

  beforeAll(async () => {
    admin = await companyAdmin();
    repository = await newRepository(admin, await newProject(admin));
    copy = await WorkingCopy.make(await scratch());
    const at = (name: string): string => join(copy.directory, name);
    const lines = Array.from({ length: 50 }, (_, line) => `line ${line}\n`).join('');
    for (const name of ['changed', 'moved', 'odd', 'gone']) await writeFile(at(name), `${name}\n${lines}`);
    await writeFile(at('picture'), Buffer.from([1, 0, 2]));
    await copy.must('add', '.');
    first = await copy.commit('first', 'one\n');
    await writeFile(at('changed'), `changed\n${lines.replace('line 7\n', 'line seven\nand more\n')}`);
    await rename(at('moved'), at('moved away'));
    await rm(at('gone'));
    await rm(at('odd'));
    await symlink('changed', at('odd'));
    await writeFile(at('picture'), Buffer.from([1, 0, 3]));
    await writeFile(at('large'), 'x'.repeat(70_000));
    await copy.must('add', '-A');
    tip = await copy.commit('ünï', 'two\n');
    await copy.must('branch', 'side', first);
    await copy.push(admin.in(repository.url), 'main', 'side');
  });

  const changes = async (path: string) => must(admin.api.get(`${repository.path}/${path}`));

  it('of a commit are those of git, with the lines that changed', async () => {
    const { results } = await changes(`commits/${tip}/changesets`);
    expect(results.map(({ path, old_path, status }) => [path, old_path, status])).toEqual([
      ['changed', null, 'modified'],
      ['gone', null, 'deleted'],
      ['large', null, 'added'],
      ['moved away', 'moved', 'renamed'],
      ['odd', null, 'type_changed'],
      ['picture', null, 'modified'],
      ['ünï', null, 'added'],
    ]);
    const patch = await copy.must('diff', first, tip, '--', 'changed');
    expect(results[0]).toMatchObject({
      ...{ mode: '100644', old_mode: '100644', binary: false, additions: 2, deletions: 1 },
      diff: `${patch.slice(patch.indexOf('@@'))}\n`,
    });
    expect(results[0]).not.toHaveProperty('truncated');
    expect(results[1]).toMatchObject({ mode: null, additions: 0, deletions: 51 });
    expect(results[2]).toMatchObject({ old_mode: null, additions: 1, truncated: true });
    expect(String(results[2].diff)).toHaveLength(64 << 10);
    expect(results[3]).toMatchObject({ diff: '', additions: 0, deletions: 0 });
    expect(results[4]).toMatchObject({ mode: '120000', additions: 1, deletions: 51 });
    expect(results[5]).toMatchObject({ binary: true, diff: '' });
  });

  it('of the first commit are all its files, page by page', async () => {
    const { results } = await changes(`commits/${first}/changesets?limit=2&offset=1`);
    expect(results.map(({ path, status }) => [path, status])).toEqual([
      ['first', 'added'],
      ['gone', 'added'],
    ]);
    const turned = await changes(`commits/${first}/changesets?limit=2&offset=1&order=desc`);
    expect(turned.results.map(({ path }) => path)).toEqual(['odd', 'moved']);
    expect(turned.metadata.more_results).toBe(true);
  });

  it('between revisions are counted from where they part', async () => {
    const { metadata, results } = await changes('compare/changesets/side...main');
    expect(metadata).toMatchObject({ merge_base: first, count: 7 });
    expect(results.map(({ diff }) => diff)).toEqual(
      (await changes(`commits/${tip}/changesets`)).results.map(({ diff }) => diff),
    );
    expect((await changes('compare/changesets/main...side')).results).toEqual([]);
    for (const wrong of ['side..main', 'main', 'none...main'])
      expect((await admin.api.get(`${repository.path}/compare/changesets/${wrong}`)).status).toBe(404);
  });
});
