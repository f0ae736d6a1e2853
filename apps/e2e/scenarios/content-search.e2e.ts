import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import {
  companyAdmin,
  newMember,
  newProject,
  newRepository,
  newUser,
  type Person,
  type RepositoryAt,
} from '../world.js';

const isThere = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

describe('A search in the files of a commit', () => {
  let people: Record<'guest' | 'developer' | 'outsider', Person>;
  let repository: RepositoryAt;
  let copy: WorkingCopy;
  let first: string;

  beforeAll(async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    repository = await newRepository(admin, project);
    people = {
      guest: await newMember(admin, project, 'guest'),
      developer: await newMember(admin, project, 'developer'),
      outsider: await newUser(admin),
    };
    copy = await WorkingCopy.make(await scratch());
    first = await copy.commit('src/main.c', 'int main(void)\n{\n\treturn 0;\n}\n');
    await writeFile(join(copy.directory, 'picture'), Buffer.from('main\0main'));
    await writeFile(join(copy.directory, 'long'), `${'x'.repeat(5_000_000)}MAIN${'x'.repeat(5_000_000)}`);
    await copy.must('add', '.');
    await copy.commit('docs/Main page.txt', 'Über main()\nnothing\n--main\n');
    await copy.push(people.developer.in(repository.url), 'HEAD:refs/heads/main', `${first}:refs/heads/a/b`);
  });

  const at = (revision: string, query: string) =>
    `${repository.path}/commits/${encodeURIComponent(revision)}/search?${query}`;
  const found = async (query: string, revision = 'main', who = people.guest) => {
    const { results } = await must(who.api.get(at(revision, query)));
    return results.map(({ path, line, text }) => [path, line, text].filter(isThere));
  };

  it('finds paths and lines, as git does', async () => {
    for (const who of [people.guest, people.developer])
      expect(await found('search_term=MAIN', 'main', who)).toEqual([
        ['docs/Main page.txt'],
        ['src/main.c'],
        ['docs/Main page.txt', 1, 'Über main()'],
        ['docs/Main page.txt', 3, '--main'],
        ['long', 1, `${'x'.repeat(200)}MAIN${'x'.repeat(796)}`],
        ['src/main.c', 1, 'int main(void)'],
      ]);
    const told = await copy.must('grep', '-n', '-I', '-i', '-F', '-e', 'main', 'HEAD', '--', 'src', 'docs');
    const lines = (await found('search_term=main&search_fields=content'))
      .filter(([path]) => path !== 'long')
      .map((match) => `HEAD:${match.join(':')}`);
    expect(lines).toEqual(told.split('\n'));
    expect(await found('search_term=main&search_fields=path')).toEqual([
      ['docs/Main page.txt'],
      ['src/main.c'],
    ]);
    expect(await found('search_term=main&search_fields=path,content', 'a/b')).toEqual([
      ['src/main.c'],
      ['src/main.c', 1, 'int main(void)'],
    ]);
    expect(await found('search_term=%C3%9CBER')).toEqual([['docs/Main page.txt', 1, 'Über main()']]);
    expect(await found('search_term=m.in')).toEqual([]);
  });

  it('comes in pages', async () => {
    const { metadata, results } = await must(
      people.guest.api.get(at('main', 'search_term=main&limit=2&offset=1')),
    );
    expect(metadata).toEqual({ more_results: true, next_offset: 3, count: 2 });
    expect(results.map(({ path, line }) => [path, line])).toEqual([
      ['src/main.c', undefined],
      ['docs/Main page.txt', 1],
    ]);
    expect(await found('search_term=main&order=desc&limit=1')).toEqual([['src/main.c', 1, 'int main(void)']]);
    expect(await found('search_term=main&active=false')).toEqual([]);
    const cut = await must(people.guest.api.get(at('main', 'search_term=xMAINx')));
    expect(cut.results).toMatchObject([{ path: 'long', truncated: true }]);
    expect(results[1]).not.toHaveProperty('truncated');
  });

  it('is refused without something to look for, and where there is nothing to look in', async () => {
    const answer = async (query: string, revision = 'main', who = people.guest) => {
      const { status, body } = await who.api.get(at(revision, query));
      return [status, body.api_errors];
    };
    for (const query of ['', 'search_term='])
      expect(await answer(query)).toEqual([422, { search_term: { empty: true } }]);
    expect(await answer('search_term=%00&search_fields=text')).toEqual([
      422,
      { search_term: { invalid: true }, search_fields: { invalid: true } },
    ]);
    expect(await answer(`search_term=${'x'.repeat(1_001)}`)).toEqual([
      422,
      { search_term: { maximum: 1_000 } },
    ]);
    for (const revision of ['none', '--all', 'main~1', 'main:src', '-e', 'HEAD'])
      expect([revision, (await answer('search_term=main', revision))[0]]).toEqual([revision, 404]);
    expect((await answer('search_term=main', 'main', people.outsider))[0]).toBe(404);
  });
});
