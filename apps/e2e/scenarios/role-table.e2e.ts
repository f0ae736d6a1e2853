import { join } from 'node:path';
import { must, type Answer } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { testedKinds } from '../clients/tested-kinds.js';
import { actors, privilegeTable, type Actor, type Scene } from '../privilege-table.js';
import { scratch } from '../scratch.js';
import { companyAdmin, giveRole, newCompany, newProject, newRepository, newUser } from '../world.js';

describe('The table of privileges', () => {
  const scenes = new Map<Actor, Scene>();

  const scene = (actor: Actor): Scene => {
    const found = scenes.get(actor);
    if (!found) throw new Error(`no scene for ${actor}`);
    return found;
  };

  beforeAll(async () => {
    const admin = await companyAdmin();
    const stranger = await newUser(admin);
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    const commit = await copy.commit('one.txt', 'one');
    for (const actor of actors) {
      const project = await newProject(admin, { visibility: actor === 'public' ? 'company' : 'members' });
      const [code, maven] = [
        await newRepository(admin, project),
        await newRepository(admin, project, 'maven'),
      ];
      expect((await copy.push(admin.in(code.url), 'main')).status).toBe(0);
      const person =
        actor === 'company admin'
          ? admin
          : actor === 'other company'
            ? await newCompany()
            : await newUser(admin);
      if (
        actor === 'guest' ||
        actor === 'developer' ||
        actor === 'master' ||
        actor === 'manager' ||
        actor === 'admin'
      )
        await giveRole(admin, project, person, actor);
      scenes.set(actor, { admin, person, project, kind: testedKinds[0], code, maven, commit, stranger });
    }
  });

  /** Another company's login is not one at a repository's address, so the doors answer it 401. */
  const refusal = (letter: string, actor: Actor, answer: Answer | Response): number =>
    letter === 'n' ? 403 : actor === 'other company' && answer instanceof Response ? 401 : 404;

  describe.each(actors)('for "%s"', (actor) => {
    const column = actors.indexOf(actor);

    it.each(privilegeTable)('%s', async (_, row, attempt) => {
      const answer = await attempt(scene(actor));
      const letter = row[column];
      if (letter === 'y') expect(answer.status).toBeLessThan(300);
      else expect(answer.status).toBe(refusal(letter, actor, answer));
    });
  });

  it('is what ?privileges answers', async () => {
    const may = (name: string, actor: Actor): boolean | undefined => {
      const letter = privilegeTable.find(([each]) => each === name)?.[1][actors.indexOf(actor)];
      return letter === '-' ? undefined : letter === 'y';
    };
    for (const actor of actors) {
      const { person, project, code } = scene(actor);
      const asked: [string, Record<string, string>][] = [
        [`${project.path}`, { read: 'see the project', update: 'change the project' }],
        [`${project.path}/repositories`, { read: 'list the repositories', create: 'create a repository' }],
        [
          code.path,
          { read: 'see a repository', update: 'change a repository', delete: 'delete a repository' },
        ],
        [`${code.path}/branches`, { read: 'list the branches', create: 'create a branch' }],
        [
          `${code.path}/branches/main`,
          { read: 'see a branch', update: 'protect a branch', delete: 'delete a branch' },
        ],
        [`${project.path}/project_users`, { read: 'list the members', create: 'add a member' }],
      ];
      for (const [path, names] of asked) {
        const { status, body } = await person.api.get(`${path}?privileges`);
        if (may(Object.values(names)[0], actor) === undefined) expect([path, status]).toEqual([path, 404]);
        else
          for (const [key, name] of Object.entries(names))
            expect([actor, path, key, body[key]]).toEqual([actor, path, key, may(name, actor)]);
      }
    }
  });

  it('is what ?privileges answers of a link, which only admins change where it makes somebody an admin', async () => {
    const { admin, person, project } = scene('manager');
    const boss = await newUser(admin);
    const link = `${project.path}/project_users/${boss.id}`;
    for (const [role, allowed] of [
      ['admin', false],
      ['master', true],
    ] as const) {
      await giveRole(admin, project, boss, role);
      expect(await must(person.api.get(`${link}?privileges`))).toMatchObject({
        update: allowed,
        delete: allowed,
      });
      expect((await person.api.put(link, { role: 'guest' })).status).toBe(allowed ? 200 : 403);
      expect((await person.api.delete(link)).status).toBe(allowed ? 200 : 403);
      if (!allowed) await must(admin.api.delete(link));
    }
  });

  it('is asked before the body is looked at', async () => {
    const { person, code } = scene('guest');
    expect((await person.api.post(`${code.path}/branches`, undefined, { raw: '{broken' })).status).toBe(403);
    const nobody = scene('outside');
    expect((await nobody.person.api.post(`${nobody.code.path}/branches`, { id: 5 })).status).toBe(404);
  });

  it('lets only admins of the project and of the company delete it', async () => {
    const admin = await companyAdmin();
    for (const role of ['guest', 'developer', 'master', 'manager'] as const) {
      const { person, project } = scene(role);
      expect((await person.api.delete(project.path)).status).toBe(403);
    }
    const { person, project } = scene('admin');
    expect((await person.api.delete(project.path)).status).toBe(200);
    expect((await admin.api.delete(scene('guest').project.path)).status).toBe(200);
  });
});
