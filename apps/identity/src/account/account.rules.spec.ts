import { passwordAttribute, problemOf } from '@holdfast/contracts';
import { DomainError, type Principal } from '@holdfast/kernel';
import { allowGrants, displayName, emailKey, randomPassword } from './account.rules.js';

const caller = (companyAdmin: boolean): Principal => ({
  company: { uuid: 'c', id: 'c' },
  account: { uuid: 'a', id: 'a', type: 'user', email: '', name: '' },
  companyAdmin,
  credential: '',
});

describe('an account', () => {
  it.each([
    ['Jane', 'Doe', 'Jane Doe'],
    ['Jane', '', 'Jane'],
    ['', 'Doe', 'Doe'],
    ['', '', 'jane@example.com'],
  ])('named %p %p is displayed as %p', (firstName, lastName, shown) => {
    expect(displayName({ firstName, lastName }, 'jane@example.com')).toBe(shown);
  });

  it('has one address whatever its case', () => {
    expect(emailKey('ÄNNE@Example.com')).toBe('änne@example.com');
  });

  it('gets random passwords that meet the rules, each another', () => {
    const passwords = Array.from({ length: 200 }, randomPassword);
    expect(new Set(passwords).size).toBe(200);
    for (const password of passwords) {
      expect(problemOf(passwordAttribute, password)).toBeUndefined();
      expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{20}$/);
    }
    // Each kind of characters stands at each place some time.
    for (const kind of [/[A-Z]/, /[a-z]/, /[2-9]/])
      for (let at = 0; at < 20; at += 1)
        expect(passwords.some((password) => kind.test(password[at]))).toBe(true);
  });
});

describe('what grants something', () => {
  const now = { companyAdmin: false, source: '' };

  it('is changed by company admins', () => {
    expect(() => allowGrants(caller(true), now, { company_admin: true, source: 'x' })).not.toThrow();
  });

  it('is left as it stands by others', () => {
    expect(() => allowGrants(caller(false), now, { company_admin: false, source: '' })).not.toThrow();
    expect(() => allowGrants(caller(false), now, { company_admin: null, source: null })).not.toThrow();
    expect(() => allowGrants(caller(false), now, { first_name: 'x' })).not.toThrow();
  });

  it.each([
    [{ company_admin: true }, now],
    [{ company_admin: 'false' }, now],
    [{ source: 'ldap' }, now],
    [{ source: null }, { ...now, source: 'ldap' }],
    [{ company_admin: null }, { ...now, companyAdmin: true }],
  ])('is forbidden to others: %p', (sent, account) => {
    const refused = DomainError.forbidden('only company admins change this');
    expect(() => allowGrants(caller(false), account, sent)).toThrow(refused);
  });
});
