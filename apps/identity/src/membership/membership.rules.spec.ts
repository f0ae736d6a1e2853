import { DomainError, type Principal, type ProjectRole, type ProjectScope } from '@holdfast/kernel';
import { allowGrant } from './membership.rules.js';

const caller = (companyAdmin = false): Principal => ({
  company: { uuid: 'c', id: 'c' },
  account: { uuid: 'a', id: 'a', type: 'user', email: '', name: '' },
  companyAdmin,
  credential: '',
});

const project = (...roles: ProjectRole[]): ProjectScope => ({
  uuid: 'p',
  id: 'p',
  deleted: false,
  visibility: 'company',
  roles,
});

describe('a grant', () => {
  it.each(['manager', 'master', 'developer', 'guest', 'nonsense', undefined])(
    'of %p is a manager’s',
    (role) => {
      expect(() => allowGrant(caller(), project('manager'), role)).not.toThrow();
    },
  );

  it('of admin, or taken from one, is an admin’s', () => {
    for (const roles of [['admin'], ['admin', 'guest'], ['guest', 'admin']]) {
      expect(() => allowGrant(caller(), project('manager'), ...roles)).toThrow(
        DomainError.forbidden('only project admins handle the role admin'),
      );
      expect(() => allowGrant(caller(), project('manager', 'admin'), ...roles)).not.toThrow();
      expect(() => allowGrant(caller(true), project(), ...roles)).not.toThrow();
    }
  });
});
