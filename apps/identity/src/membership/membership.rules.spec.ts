import { DomainError, type Principal, type ProjectRole, type ProjectScope } from '@holdfast/kernel';
import { allowGrant, comparable } from './membership.rules.js';

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

describe('an update of a link', () => {
  const linked = { id: 'jane', uuid: 'u-1' };

  it('may name what is linked, by id or uuid', () => {
    expect(comparable({ role: 'guest' }, linked, { id: 'jane' })).toEqual({ role: 'guest', id: 'jane' });
    expect(comparable({}, linked, { id: 'u-1' })).toEqual({ id: 'u-1' });
    expect(comparable({}, linked, { id: 'john' })).toEqual({ id: 'jane' });
  });
});
