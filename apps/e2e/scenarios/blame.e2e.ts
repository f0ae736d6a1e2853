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

describe('The lines of a file', () => {
  let admin: Person;
  let people: Record<'guest' | 'developer' | 'outsider', Person>;
  let repository: RepositoryAt;
  let blames: string;
  let copy: WorkingCopy;
  let commits: string[];

  beforeAll(async () => {
    admin = await companyAdmin();
    const project = await newProject(admin);
    repository = await newRepository(admin, project);
    blames = `${repository.path}/commits`;
    people = {
      guest: await newMember(admin, project, 'guest'),
      developer: await newMember(admin, project, 'developer'),
      outsider: await newUser(admin),
    };
    copy = await WorkingCopy.make(await scratch());
    const first = await copy.commit('docs/ünï', 'one\ntwo\nthree\nfour\n');
    await copy.must('mv', 'docs/ünï', 'read me');
    const second = await copy.commit('read me', 'one\nzwei\nthree\nfour\n');
    const third = await copy.commit('read me', 'zero\none\nzwei\nthree\nfour\n');
    commits = [first, second, third];
    await copy.commit('empty', '');
    await copy.push(people.developer.in(repository.url), 'HEAD:refs/heads/main', 'HEAD~2:refs/heads/a/b');
  });

  const rows = async (path: string, who = people.guest) => {
    const { metadata, results } = await must(who.api.get(`${blames}/${path}`));
    const told = results.map(({ line, count, commit, original_path, original_line }) => [
      ...[line, count, commits.indexOf((commit as { id: string }).id)],
      ...[original_path, original_line],
    ]);
    return { metadata, told };
  };

  it('came with the commits that git names, whoever may read asks', async () => {
    for (const who of [people.guest, people.developer]) {
      const { metadata, told } = await rows('main/blame/read%20me', who);
      expect(metadata).toEqual({ more_results: false, next_offset: 4, count: 4 });
      expect(told).toEqual([
        [1, 1, 2, 'read me', 1],
        [2, 1, 0, 'docs/ünï', 1],
        [3, 1, 1, 'read me', 2],
        [4, 2, 0, 'docs/ünï', 3],
      ]);
    }
    expect((await rows('a%2Fb/blame/read me')).told).toHaveLength(3);
    expect((await rows(`${commits[0]}/blame/docs/ünï`)).told).toEqual([[1, 4, 0, 'docs/ünï', 1]]);
    expect((await rows('main/blame/empty')).told).toEqual([]);
    const { results } = await must(admin.api.get(`${blames}/main/blame/read me?limit=1`));
    expect(results[0]).toMatchObject({
      api_status: 200,
      commit: {
        ...{ id: commits[2], author: 'Mia Miller', email: 'mia@example.org' },
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      },
    });
  });

  it('are asked for in parts and pages', async () => {
    const lines = async (query: string) =>
      (await rows(`main/blame/read me?${query}`)).told.map(([line, count]) => [line, count]);
    expect(await lines('first=3&last=4')).toEqual([
      [3, 1],
      [4, 1],
    ]);
    expect(await lines('first=5')).toEqual([[5, 1]]);
    expect(await lines('first=6')).toEqual([]);
    expect(await lines('limit=1&offset=1')).toEqual([[2, 1]]);
    expect(await lines('order=desc&limit=2')).toEqual([
      [4, 2],
      [3, 1],
    ]);
    expect(await lines('active=false')).toEqual([]);
    const page = await must(admin.api.get(`${blames}/main/blame/read me?limit=1&offset=1`));
    expect(page.metadata).toEqual({ more_results: true, next_offset: 2, count: 1 });
  });

  it('are refused where something is wrong with the question', async () => {
    const errors = async (query: string) =>
      (await admin.api.get(`${blames}/main/blame/read me?${query}`)).body.api_errors;
    expect(await errors('first=0&last=x')).toEqual({ first: { minimum: 1 }, last: { invalid: true } });
    expect(await errors('first=3&last=2')).toEqual({
      first: { conflicts: ['last'] },
      last: { conflicts: ['first'] },
    });
    expect(await errors('sort=line&first=1&first=2')).toEqual({
      sort: { invalid: true },
      first: { invalid: true },
    });
  });

  it('are nowhere for others, and where there is no file', async () => {
    const status = async (who: Person, path: string) => (await who.api.get(`${blames}/${path}`)).status;
    expect(await status(people.outsider, 'main/blame/read me')).toBe(404);
    for (const path of [
      'main/blame/none',
      'main/blame/docs',
      'main/blame/read me/',
      'main/blame/../read me',
      'main/blame//etc/passwd',
      'main/blame/--contents=x',
      'none/blame/read me',
      '--all/blame/read me',
      'main~1/blame/read me',
      'main:read%20me/blame/read me',
    ])
      for (const query of ['', '?first=5&last=2', '?first=0', '?privileges'])
        expect([path, query, await status(admin, path + query)]).toEqual([path, query, 404]);
  });
});
