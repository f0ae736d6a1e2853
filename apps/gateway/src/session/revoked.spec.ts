import { revoked } from './revoked.js';

describe('a change of access', () => {
  it('revokes what it names', () => {
    expect(revoked({ company: 'c', accounts: ['a'], sessions: ['s'] })).toEqual(['account:a', 'session:s']);
    expect(revoked({ company: 'c', projects: ['p', 'q'] })).toEqual(['project:p', 'project:q']);
  });

  it('of groups revokes what depends on any group of the company', () => {
    expect(revoked({ company: 'c', groups: ['g'] })).toEqual(['groups:c']);
  });

  it('that names nothing revokes all of the company', () => {
    expect(revoked({ company: 'c' })).toEqual(['company:c']);
  });
});
