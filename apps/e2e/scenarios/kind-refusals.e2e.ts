import { must } from '../clients/api.js';
import { kindsBesideGit } from '../clients/tested-kinds.js';
import { unique } from '../scratch.js';
import { companyAdmin, newProject, newRepository, type Person, type ProjectAt } from '../world.js';

const invalid = (name: string) => ({ [name]: { invalid: true } });

describe('What a kind has not is refused by its name', () => {
  let admin: Person;
  let project: ProjectAt;
  beforeAll(async () => {
    admin = await companyAdmin();
    project = await newProject(admin);
  });

  it.each(kindsBesideGit)('of $type', async (kind) => {
    const repository = await newRepository(admin, project, kind.type, kind.attributes);
    expect(await (await kind.writer()).push(admin, repository, 'one')).toMatchObject({ status: 0 });
    const { path } = repository;
    const { commit } = await must(admin.api.get(`${path}/branches/${kind.base}`));
    const modified = [{ path: 'a', content: 'a' }];
    const mirror = { direction: 'push', url: 'https://git.example.org/copy' };
    const asked: [string, string, object, object][] = [
      ['POST', '/branches', { id: 'x', commit, protected: true }, invalid('protected')],
      ['PUT', `/branches/${kind.base}`, { protected: true }, invalid('protected')],
      ['POST', '/protected_branches', { pattern: 'release' }, invalid('repository')],
      ['POST', '/tags', { id: 'v1', commit }, invalid('repository')],
      [
        'POST',
        '/commits',
        { branch: kind.base, parent: commit, message: 'm', modified },
        invalid('repository'),
      ],
      ['POST', '/actions/fork', { project: project.id, id: unique('fork') }, invalid('repository')],
      ['PUT', '', { mirror }, invalid('mirror')],
    ];
    for (const [method, below, body, errors] of asked) {
      const answer = await admin.api.request(method, `${path}${below}`, body);
      expect([method, below, answer.status, answer.body.api_errors]).toEqual([method, below, 422, errors]);
    }
    expect((await admin.api.delete(`${path}/tags/none`)).status).toBe(404);
    expect((await must(admin.api.get(`${path}/branches`))).results).toMatchObject([
      { id: kind.base, commit, protected: false },
    ]);
    for (const list of ['protected_branches', 'tags', 'bookmarks'])
      expect((await must(admin.api.get(`${path}/${list}`))).results).toEqual([]);
  });

  it('of git and Mercurial: a layout; of git: bookmarks; of Subversion: blame and search', async () => {
    for (const type of ['git', 'mercurial']) {
      const body = { id: unique('r'), type, layout: true };
      const { status, body: said } = await admin.api.post(`${project.path}/repositories`, body);
      expect([type, status, said.api_errors]).toEqual([type, 422, invalid('layout')]);
    }
    const { path } = await newRepository(admin, project);
    expect((await must(admin.api.get(`${path}/bookmarks`))).results).toEqual([]);
    const laidOut = await newRepository(admin, project, 'subversion', { layout: true });
    for (const below of ['blame/trunk/file', 'search?search_term=a'])
      expect((await admin.api.get(`${laidOut.path}/commits/1/${below}`)).status).toBe(404);
  });
});
