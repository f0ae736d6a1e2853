import { join } from 'node:path';
import { must, type Answer } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch, unique } from '../scratch.js';
import {
  companyAdmin,
  giveRole,
  newCompany,
  newProject,
  newRepository,
  newUser,
  type Person,
  type ProjectAt,
  type RepositoryAt,
} from '../world.js';

/**
 * Who may do what. `public` is a user of the company without a role in a project that all of it may see, `outside` the
 * same in a project that only its members see. The letters are what the table of privileges says: y may, n may not and
 * knows that it is there, – does not know.
 */
const actors = [
  'outside',
  'public',
  'guest',
  'developer',
  'master',
  'manager',
  'admin',
  'company admin',
  'other company',
] as const;
type Actor = (typeof actors)[number];

interface Scene {
  admin: Person;
  person: Person;
  project: ProjectAt;
  git: RepositoryAt;
  maven: RepositoryAt;
  commit: string;
  /** A user who is in no project. */
  stranger: Person;
}

type Attempt = (scene: Scene) => Promise<Answer | Response>;

/** A branch made by an admin for this one attempt. */
const branch = async ({ admin, git, commit }: Scene, attributes: object = {}): Promise<string> => {
  const id = unique('branch');
  await must(admin.api.post(`${git.path}/branches`, { id, commit, ...attributes }), 201);
  return `${git.path}/branches/${id}`;
};

const member = async ({ admin, project }: Scene, role: 'guest' | 'admin'): Promise<string> => {
  const person = await newUser(admin);
  await giveRole(admin, project, person, role);
  return `${project.path}/project_users/${person.id}`;
};

const stored = async ({ admin, maven }: Scene, version: string): Promise<string> => {
  const artifact = unique('lib');
  const url = `${maven.url}/org/example/${artifact}/${version}/${artifact}-${version}.txt`;
  expect((await ask('PUT', url, admin, { body: 'x' })).status).toBe(201);
  return url;
};

/** The row in the order of `actors`. */
const table: [string, string, Attempt][] = [
  ['see the project', '-yyyyyyy-', ({ person, project }) => person.api.get(project.path)],
  [
    'list the repositories',
    '-yyyyyyy-',
    ({ person, project }) => person.api.get(`${project.path}/repositories`),
  ],
  ['see a repository', '-yyyyyyy-', ({ person, git }) => person.api.get(git.path)],
  ['list the branches', '-yyyyyyy-', ({ person, git }) => person.api.get(`${git.path}/branches`)],
  ['see a branch', '-yyyyyyy-', ({ person, git }) => person.api.get(`${git.path}/branches/main`)],
  ['list the members', '-yyyyyyy-', ({ person, project }) => person.api.get(`${project.path}/project_users`)],
  ['see a member', '-yyyyyyy-', async (scene) => scene.person.api.get(await member(scene, 'guest'))],
  [
    'create a branch',
    '-nnyynyy-',
    ({ person, git, commit }) => person.api.post(`${git.path}/branches`, { id: unique('b'), commit }),
  ],
  ['delete a branch', '-nnyynyy-', async (scene) => scene.person.api.delete(await branch(scene))],
  [
    'protect a branch',
    '-nnnnnyy-',
    async (scene) => scene.person.api.put(await branch(scene), { protected: true }),
  ],
  [
    'take the protection of a branch away',
    '-nnnnnyy-',
    async (scene) => scene.person.api.put(await branch(scene, { protected: true }), { protected: false }),
  ],
  [
    'create a repository',
    '-nnnnnyy-',
    ({ person, project }) =>
      person.api.post(`${project.path}/repositories`, { id: unique('r'), type: 'git' }),
  ],
  [
    'change a repository',
    '-nnnnnyy-',
    ({ person, git }) => person.api.put(git.path, { description: 'changed' }),
  ],
  [
    'delete a repository',
    '-nnnnnyy-',
    async ({ admin, person, project }) => person.api.delete((await newRepository(admin, project)).path),
  ],
  [
    'change the project',
    '-nnnnyyy-',
    ({ person, project }) => person.api.put(project.path, { description: 'changed' }),
  ],
  [
    'add a member',
    '-nnnnyyy-',
    async ({ admin, person, project }) =>
      person.api.post(`${project.path}/project_users`, { id: (await newUser(admin)).id, role: 'developer' }),
  ],
  [
    'change the role of a member',
    '-nnnnyyy-',
    async (scene) => scene.person.api.put(await member(scene, 'guest'), { role: 'master' }),
  ],
  ['remove a member', '-nnnnyyy-', async (scene) => scene.person.api.delete(await member(scene, 'guest'))],
  [
    'add an admin',
    '-nnnnnyy-',
    ({ person, project, stranger }) =>
      person.api.post(`${project.path}/project_users`, { id: stranger.id, role: 'admin' }),
  ],
  [
    'make a member an admin',
    '-nnnnnyy-',
    async (scene) => scene.person.api.put(await member(scene, 'guest'), { role: 'admin' }),
  ],
  ['remove an admin', '-nnnnnyy-', async (scene) => scene.person.api.delete(await member(scene, 'admin'))],
  [
    'fetch',
    '-yyyyyyy-',
    ({ person, git }) => ask('GET', `${git.url}/info/refs?service=git-upload-pack`, person),
  ],
  [
    'push',
    '-nnyynyy-',
    ({ person, git }) => ask('GET', `${git.url}/info/refs?service=git-receive-pack`, person),
  ],
  ['list artifacts', '-yyyyyyy-', ({ person, maven }) => ask('GET', `${maven.url}/`, person)],
  [
    'download an artifact',
    '-yyyyyyy-',
    async (scene) => ask('GET', await stored(scene, '1.0'), scene.person),
  ],
  [
    'deploy a release',
    '-nnyynyy-',
    ({ person, maven }) =>
      ask('PUT', `${maven.url}/org/example/${unique('a')}/1/x.txt`, person, { body: 'x' }),
  ],
  [
    'delete a snapshot',
    '-nnyynyy-',
    async (scene) => ask('DELETE', await stored(scene, '1.0-SNAPSHOT'), scene.person),
  ],
  [
    'delete a released artifact',
    '-nnnynyy-',
    async (scene) => ask('DELETE', await stored(scene, '1.0'), scene.person),
  ],
];

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
      const [git, maven] = [
        await newRepository(admin, project),
        await newRepository(admin, project, 'maven'),
      ];
      expect((await copy.push(admin.in(git.url), 'main')).status).toBe(0);
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
      scenes.set(actor, { admin, person, project, git, maven, commit, stranger });
    }
  });

  /** Another company's login is not one at a repository's address, so the doors answer it 401. */
  const refusal = (letter: string, actor: Actor, answer: Answer | Response): number =>
    letter === 'n' ? 403 : actor === 'other company' && answer instanceof Response ? 401 : 404;

  describe.each(actors)('for "%s"', (actor) => {
    const column = actors.indexOf(actor);

    it.each(table)('%s', async (_, row, attempt) => {
      const answer = await attempt(scene(actor));
      const letter = row[column];
      if (letter === 'y') expect(answer.status).toBeLessThan(300);
      else expect(answer.status).toBe(refusal(letter, actor, answer));
    });
  });

  it('is what ?privileges answers', async () => {
    const may = (name: string, actor: Actor): boolean | undefined => {
      const letter = table.find(([each]) => each === name)?.[1][actors.indexOf(actor)];
      return letter === '-' ? undefined : letter === 'y';
    };
    for (const actor of actors) {
      const { person, project, git } = scene(actor);
      const asked: [string, Record<string, string>][] = [
        [`${project.path}`, { read: 'see the project', update: 'change the project' }],
        [`${project.path}/repositories`, { read: 'list the repositories', create: 'create a repository' }],
        [
          git.path,
          { read: 'see a repository', update: 'change a repository', delete: 'delete a repository' },
        ],
        [`${git.path}/branches`, { read: 'list the branches', create: 'create a branch' }],
        [
          `${git.path}/branches/main`,
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

  it('is asked before the body is looked at', async () => {
    const { person, git } = scene('guest');
    expect((await person.api.post(`${git.path}/branches`, undefined, { raw: '{broken' })).status).toBe(403);
    const nobody = scene('outside');
    expect((await nobody.person.api.post(`${nobody.git.path}/branches`, { id: 5 })).status).toBe(404);
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
