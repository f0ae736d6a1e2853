import type { StandingAnswer } from '@holdfast/contracts';
import { DomainError, type Principal, type ProjectScope, type RepositoryScope } from '@holdfast/kernel';
import type { KnownNow } from '../scopes/scopes.js';
import type { AdmittedContext } from './admission.js';

/**
 * The header of a login of the company `acme`; developers and admins may write, guests may not, strangers see
 * nothing.
 */
export const basic = (login: 'developer' | 'admin' | 'guest' | 'stranger' | 'nobody'): string =>
  `Authorization: Basic ${Buffer.from(`${login}:secret`).toString('base64')}\r\n`;

const roles: Record<string, ProjectScope['roles']> = {
  developer: ['developer'],
  admin: ['admin'],
  guest: ['guest'],
  stranger: [],
};

export const callerCalled = (login: string): Principal => ({
  company: { uuid: 'company', id: 'acme' },
  account: { uuid: login, id: login, type: 'user', email: '', name: login },
  companyAdmin: false,
  credential: '',
});

/** What was loaded once, until something is told to have changed. */
export class KnownOnce {
  private readonly known = new Map<string, object>();

  get<T extends object>(key: string, load: () => T): T {
    const known = this.known.get(key) ?? load();
    this.known.set(key, known);
    return known as T;
  }

  drop(): void {
    this.known.clear();
  }
}

/** `ended`: the logins that are good no longer; a `?` among them: it cannot be said once; `429`: nobody may try. */
export const sessionsOf = (ended: Set<string>, loaded: KnownOnce) => {
  const known = (company: string, login: string): Promise<Principal | undefined> => {
    if (ended.delete('?')) return Promise.reject(DomainError.unavailable('nobody can say it'));
    if (ended.has('429')) return Promise.reject(new DomainError('too_many_requests'));
    const holds = company === 'acme' && login in roles && !ended.has(login);
    return Promise.resolve(holds ? loaded.get(`of ${login}`, () => callerCalled(login)) : undefined);
  };
  return {
    byBasic: (company: string, header: string) =>
      known(company, Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':')[0]),
    bySshKey: (company: string, fingerprint: string) => known(company, fingerprint.slice('key of '.length)),
  };
};

const repositories: Record<string, RepositoryScope> = {
  'team/code': { uuid: 'code', id: 'team/code', type: 'git', node: 'node-1', deleted: false },
  'gone-1': { uuid: 'gone', id: 'gone-1', type: 'git', node: 'node-1', deleted: true },
  tree: { uuid: 'tree', id: 'tree', type: 'subversion', node: 'node-1', deleted: false },
  jars: { uuid: 'jars', id: 'jars', type: 'maven', node: '', deleted: false },
  alone: { uuid: 'alone', id: 'alone', type: 'maven', node: '', deleted: false, members: ['jars'] },
  all: { uuid: 'all', id: 'all', type: 'maven', node: '', deleted: false, members: ['jars', 'more'] },
};

/** How somebody stands to the project, as it is asked while he reads. */
export type StandingOf = (login: string) => StandingAnswer;

/** By what he has, and whether he is good no longer. */
export const standingIn =
  (ended: Set<string>): StandingOf =>
  (login) => {
    if (ended.delete('?')) throw DomainError.unavailable('nobody can say it');
    if (ended.has(login)) return {};
    const project = { uuid: 'web', id: 'web', deleted: false, visibility: 'members' } as const;
    return { caller: callerCalled(login), project: { ...project, roles: roles[login] } };
  };

export const scopesOf = (loaded: KnownOnce, standing: StandingOf) => ({
  now: async ({ principal, repository }: AdmittedContext): Promise<KnownNow> => {
    const { caller, project } = await Promise.resolve(principal.account.id).then(standing);
    return { ...(caller && { principal: caller }), ...(project && { project }), repository };
  },
  project: (ctx: { principal: Principal }, id: string): Promise<ProjectScope | undefined> => {
    const login = ctx.principal.account.id;
    const granted = roles[login];
    const load = (): ProjectScope => ({
      ...{ uuid: 'web', id, deleted: false, visibility: 'members', roles: granted },
    });
    const found = id === 'web' && granted.length > 0;
    return Promise.resolve(found ? loaded.get(`project for ${login}`, load) : undefined);
  },
  repository: (_: unknown, project: string, id: string): Promise<RepositoryScope | undefined> =>
    Promise.resolve(project === 'web' ? repositories[id] : undefined),
});
