import { DomainError, type Principal, type ProjectRole, type ProjectScope } from '@holdfast/kernel';
import { targetProblem } from './fork.rules.js';

const ada: Principal = {
  company: { uuid: 'c', id: 'acme' },
  account: { uuid: 'a', id: 'ada', type: 'user', email: 'ada@example.org', name: 'Ada' },
  companyAdmin: false,
  credential: 'key',
};
const project = (
  uuid: string,
  visibility: ProjectScope['visibility'],
  roles: ProjectRole[] = ['admin'],
  deleted = false,
): ProjectScope => ({ uuid, id: uuid, deleted, visibility, roles });

describe('the project of a fork', () => {
  const closed = project('s', 'members', ['guest']);
  const open = project('s', 'company', []);

  it.each([
    ['of members, from one of members', closed, project('t', 'members'), undefined],
    ['of members, from one of the company', open, project('t', 'members'), undefined],
    ['of the company, from one of the company', open, project('t', 'company'), undefined],
    ['of the company, from one of members', closed, project('t', 'company'), { invalid: true }],
    ['the same', project('s', 'members'), project('s', 'members'), undefined],
    ['none', open, undefined, { not_found: true }],
    ['that he does not see', open, project('t', 'members', []), { not_found: true }],
    ['that is deactivated', open, project('t', 'members', ['admin'], true), { not_found: true }],
  ])('%s', (_, source, target, problem) => {
    expect(targetProblem(ada, { source, target })).toEqual(problem);
  });

  it.each<ProjectRole>(['guest', 'developer', 'master', 'manager'])(
    'is none for a %s, who may make no repositories there, whatever else is wrong',
    (role) => {
      const target = project('t', 'company', [role]);
      expect(() => targetProblem(ada, { source: closed, target })).toThrow(DomainError.forbidden().message);
    },
  );

  it('may be any for a company admin, but no wider one', () => {
    const admin = { ...ada, companyAdmin: true };
    expect(targetProblem(admin, { source: closed, target: project('t', 'members', []) })).toBeUndefined();
    expect(targetProblem(admin, { source: closed, target: project('t', 'company', []) })).toEqual({
      invalid: true,
    });
  });
});
