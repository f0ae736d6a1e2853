import type { StandingAnswer } from '@holdfast/contracts';
import type { Principal, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import { lapseOf } from './deploy-right.rules.js';

const caller: Principal = {
  company: { uuid: 'c', id: 'acme' },
  account: { uuid: 'a', id: 'ada', type: 'user', email: 'ada@example.org', name: 'Ada' },
  companyAdmin: false,
  credential: '',
};
const project: ProjectScope = {
  uuid: 'p',
  id: 'p',
  deleted: false,
  visibility: 'members',
  roles: ['developer'],
};
const repository: RepositoryScope = { uuid: 'r', id: 'r', type: 'maven', node: '', deleted: false };

describe('the right to deploy that was there when an upload began', () => {
  const status = (standing: StandingAnswer, at: RepositoryScope | undefined = repository) =>
    lapseOf(standing, at)?.status;

  it('stands while account, role, project and repository do', () => {
    expect(lapseOf({ caller, project }, repository)).toBeUndefined();
  });

  it.each([
    ['the credentials', 401, {}],
    ['the project', 404, { caller }],
    ['the role', 403, { caller, project: { ...project, roles: ['guest' as const] } }],
    ['every role', 403, { caller, project: { ...project, roles: [] } }],
    ['the project’s activity', 403, { caller, project: { ...project, deleted: true } }],
  ])('ends with %s (%i)', (_what, expected, standing) => expect(status(standing)).toBe(expected));

  it.each<[StandingAnswer, string]>([
    [{}, 'your credentials have ended meanwhile'],
    [{ caller }, 'the repository is gone meanwhile'],
    [
      { caller, project: { ...project, roles: ['guest'] } },
      'your role does not deploy to this repository any more',
    ],
    [{ caller, project: { ...project, deleted: true } }, 'the repository was deactivated meanwhile'],
  ])('ends with a reason: %#', (standing, reason) => {
    expect(lapseOf(standing, repository)?.reason).toBe(reason);
  });

  it('ends with the repository', () => {
    expect(status({ caller, project }, { ...repository, deleted: true })).toBe(403);
    expect(lapseOf({ caller, project }, undefined)?.status).toBe(404);
  });
});
