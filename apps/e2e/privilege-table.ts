import { must, type Answer } from './clients/api.js';
import { ask } from './clients/door.js';
import type { TestedKind } from './clients/tested-kinds.js';
import { unique } from './scratch.js';
import { giveRole, newRepository, newUser, type Person, type ProjectAt, type RepositoryAt } from './world.js';

/**
 * Who may do what. `public` is a user of the company without a role in a project that all of it may see, `outside` the
 * same in a project that only its members see. The letters are what the table of privileges says: y may, n may not and
 * knows that it is there, – does not know.
 */
export const actors = [
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
export type Actor = (typeof actors)[number];

export interface Scene {
  admin: Person;
  person: Person;
  project: ProjectAt;
  kind: TestedKind;
  /** One of that kind, with something on its base branch. */
  code: RepositoryAt;
  maven: RepositoryAt;
  commit: string;
  /** A user who is in no project. */
  stranger: Person;
}

type Attempt = (scene: Scene) => Promise<Answer | Response>;

/** A branch made by an admin for this one attempt. */
const branch = async ({ admin, code, commit }: Scene, attributes: object = {}): Promise<string> => {
  const id = unique('branch');
  await must(admin.api.post(`${code.path}/branches`, { id, commit, ...attributes }), 201);
  return `${code.path}/branches/${id}`;
};

/** A commit after `parent`, on that branch. */
const committed = (
  person: Person,
  { path }: RepositoryAt,
  branchId: string,
  parent: string,
): Promise<Answer> => {
  const modified = [{ path: 'made.txt', content: unique('content') }];
  return person.api.post(`${path}/commits`, { branch: branchId, parent, message: 'm', modified });
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
export const privilegeTable: [string, string, Attempt][] = [
  ['see the project', '-yyyyyyy-', ({ person, project }) => person.api.get(project.path)],
  [
    'list the repositories',
    '-yyyyyyy-',
    ({ person, project }) => person.api.get(`${project.path}/repositories`),
  ],
  ['see a repository', '-yyyyyyy-', ({ person, code }) => person.api.get(code.path)],
  ['list the branches', '-yyyyyyy-', ({ person, code }) => person.api.get(`${code.path}/branches`)],
  [
    'see a branch',
    '-yyyyyyy-',
    ({ person, code, kind }) => person.api.get(`${code.path}/branches/${kind.base}`),
  ],
  ['list the members', '-yyyyyyy-', ({ person, project }) => person.api.get(`${project.path}/project_users`)],
  ['see a member', '-yyyyyyy-', async (scene) => scene.person.api.get(await member(scene, 'guest'))],
  [
    'create a branch',
    '-nnyynyy-',
    ({ person, code, commit }) => person.api.post(`${code.path}/branches`, { id: unique('b'), commit }),
  ],
  ['make a commit', '-nnyynyy-', ({ person, code, commit }) => committed(person, code, unique('c'), commit)],
  [
    'make a commit on a protected branch',
    '-nnnnnyy-',
    async (scene) => {
      const path = await branch(scene, { protected: true });
      return committed(scene.person, scene.code, path.slice(path.lastIndexOf('/') + 1), scene.commit);
    },
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
    'list the patterns of protected branches',
    '-yyyyyyy-',
    ({ person, code }) => person.api.get(`${code.path}/protected_branches`),
  ],
  [
    'protect branches by a pattern',
    '-nnnnnyy-',
    ({ person, code }) => person.api.post(`${code.path}/protected_branches`, { pattern: `${unique('p')}/*` }),
  ],
  [
    'create a repository',
    '-nnnnnyy-',
    ({ person, project, kind: { type } }) =>
      person.api.post(`${project.path}/repositories`, { id: unique('r'), type }),
  ],
  [
    'change a repository',
    '-nnnnnyy-',
    ({ person, code }) => person.api.put(code.path, { description: 'changed' }),
  ],
  [
    'delete a repository',
    '-nnnnnyy-',
    async ({ admin, person, project, kind }) =>
      person.api.delete((await newRepository(admin, project, kind.type)).path),
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
  ['fetch', '-yyyyyyy-', ({ person, code, commit, kind }) => kind.fetches(person, code, commit)],
  ['push', '-nnyynyy-', ({ person, code, commit, kind }) => kind.pushes(person, code, commit)],
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
