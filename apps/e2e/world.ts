import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Repository } from '@holdfast/client';
import { Api, type Keys } from './clients/api.js';
import { makeCompany } from './clients/operator.js';
import { unique } from './scratch.js';
import { access } from './system.js';

// Files share the connections of a worker. The service may have ended one while this file was loaded, which keeps Node
// from reading so: a request over it would fail.
beforeAll(() => sleep(50));

export type Role = 'guest' | 'developer' | 'master' | 'manager' | 'admin';

/** Somebody with a login. */
export class Person {
  private constructor(
    readonly company: string,
    readonly id: string,
    readonly password: string,
    readonly keys: Keys,
    /** Where the API of his installation is. */
    readonly base: string,
  ) {}

  static async login(company: string, id: string, password: string, base = access.api_url): Promise<Person> {
    const login = { company, login: id, password };
    const session = await new Client(base).call('session.create', { body: login });
    return new Person(company, id, password, session, base);
  }

  /** By operations, as their contracts say them. */
  get client(): Client {
    return new Client(this.base, this.keys);
  }

  /** By paths, whatever is sent. */

  get api(): Api {
    return new Api(this.keys, this.base);
  }

  /** An address with the credentials inside, as git and curl take it. */
  in(url: string, password = this.password): string {
    const credentials = `${encodeURIComponent(this.id)}:${encodeURIComponent(password)}`;
    return url.replace('://', `://${credentials}@`);
  }

  /** An address of the installation as he reaches it: by the door at which his API is. */
  at(url: string): string {
    return url.replace(access.site_url, new URL(this.base).origin);
  }

  get basic(): string {
    return `Basic ${Buffer.from(`${this.id}:${this.password}`).toString('base64')}`;
  }
}

/** The first company's admin. */
export const companyAdmin = (): Promise<Person> =>
  Person.login(access.company, access.login, access.password);

const password = 'Sturdy4Knots';

/** A user of the admin's company, without a role anywhere. */
export const newUser = async (admin: Person, attributes: object = {}): Promise<Person> => {
  const id = unique('user');
  const body = { id, email: `${id}@example.org`, password, ...attributes };
  await admin.client.call('user.create', { body });
  return Person.login(admin.company, id, password, admin.base);
};

export interface ProjectAt {
  id: string;
  /** Below the API's base address. */
  path: string;
}

/** A project of the admin's; members only, if nothing else is said. */
export const newProject = async (admin: Person, attributes: object = {}): Promise<ProjectAt> => {
  const id = unique('project');
  const body = { id, name: id, visibility: 'members' as const, ...attributes };
  await admin.client.call('project.create', { body });
  return { id, path: `/projects/${id}` };
};

export const giveRole = async (
  admin: Person,
  project: ProjectAt,
  person: Person,
  role: Role,
): Promise<void> => {
  const params = { project_id: project.id };
  await admin.client.call('project_user.create', { params, body: { id: person.id, role } });
};

/** A new user with the role in the project. */
export const newMember = async (admin: Person, project: ProjectAt, role: Role): Promise<Person> => {
  const person = await newUser(admin);
  await giveRole(admin, project, person, role);
  return person;
};

export interface RepositoryAt {
  id: string;
  uuid: string;
  path: string;
  /** Where clients find it. */
  url: string;
}

const located = (admin: Person, project: ProjectAt, made: Repository): RepositoryAt => ({
  id: made.id,
  uuid: made.uuid,
  path: `${project.path}/repositories/${encodeURIComponent(made.id)}`,
  url: admin.at(made.http_url),
});

export const newRepository = async (
  admin: Person,
  project: ProjectAt,
  type: Repository['type'] = 'git',
  attributes: object = {},
): Promise<RepositoryAt> =>
  located(
    admin,
    project,
    await admin.client.call('repository.create', {
      params: { project_id: project.id },
      body: { id: unique(type), type, ...attributes },
    }),
  );

/** A repository of the same project that has what this one has, and takes no push. */
export const newFork = async (
  admin: Person,
  project: ProjectAt,
  repository: RepositoryAt,
): Promise<RepositoryAt> =>
  located(
    admin,
    project,
    await admin.client.call('repository.fork', {
      params: { project_id: project.id, repository_id: repository.id },
      body: { project: project.id, id: unique('fork') },
    }),
  );

/** Another company of the installation, with its admin. */
export const newCompany = async (): Promise<Person> => {
  const made = await makeCompany(unique('company'));
  return Person.login(made.company, made.login, made.password);
};
