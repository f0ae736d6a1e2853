import { must, type Answer } from '../clients/api.js';
import { kindsBesideGit } from '../clients/tested-kinds.js';
import { actors, privilegeTable, type Actor, type Scene } from '../privilege-table.js';
import {
  companyAdmin,
  giveRole,
  newCompany,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type Role,
} from '../world.js';

/** Rows about repositories of version control, but for those that begin with a protected branch: there is none. */
const rows = privilegeTable.filter(
  ([name]) =>
    /\brepository$|\bbranch(es)?\b|^make a commit$|^fetch$|^push$/.test(name) &&
    !/on a protected branch|take the protection/.test(name),
);
/** What these kinds have not: whoever might do it is told so, and all others hear what they hear of git. */
const lacking = ['make a commit', 'protect a branch', 'protect branches by a pattern'];

describe.each(kindsBesideGit)('The table of privileges, in repositories of $type,', (kind) => {
  const scenes = new Map<Actor, Scene>();
  const roles: readonly string[] = ['guest', 'developer', 'master', 'manager', 'admin'] satisfies Role[];

  beforeAll(async () => {
    const admin = await companyAdmin();
    const stranger = await newUser(admin);
    const writer = await kind.writer();
    const placed = async (project: ProjectAt) => {
      const code = await newRepository(admin, project, kind.type, kind.attributes);
      expect(await writer.push(admin, code, project.id)).toMatchObject({ status: 0 });
      const { commit } = await must(admin.api.get(`${code.path}/branches/${kind.base}`));
      return { admin, project, kind, code, maven: code, commit: String(commit), stranger };
    };
    const closed = await placed(await newProject(admin));
    const open = await placed(await newProject(admin, { visibility: 'company' }));
    const personOf = async (actor: Actor): Promise<Person> => {
      if (actor === 'company admin') return admin;
      if (actor === 'other company') return newCompany();
      if (actor === 'public' || actor === 'outside') return stranger;
      const person = await newUser(admin);
      if (roles.includes(actor)) await giveRole(admin, closed.project, person, actor);
      return person;
    };
    for (const actor of actors)
      scenes.set(actor, { ...(actor === 'public' ? open : closed), person: await personOf(actor) });
  });

  const statusOf = (name: string, letter: string, actor: Actor, answer: Answer | Response): number => {
    if (letter === 'y') return lacking.includes(name) ? 422 : 200;
    if (letter === 'n') return 403;
    return actor === 'other company' && answer instanceof Response ? 401 : 404;
  };

  it.each(actors)('for "%s"', async (actor) => {
    const scene = scenes.get(actor);
    if (!scene) throw new Error(`no scene for ${actor}`);
    for (const [name, letters, attempt] of rows) {
      const answer = await attempt(scene);
      const { status } = answer;
      expect([name, status < 300 ? 200 : status]).toEqual([
        name,
        statusOf(name, letters[actors.indexOf(actor)], actor, answer),
      ]);
    }
  });
});
