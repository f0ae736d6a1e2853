import {
  accessChanged,
  artifactFeed,
  identityFeed,
  repositoryFeed,
  type AccessChanged,
} from '@holdfast/contracts';
import { revoked } from './revoked.js';

const changed = (event: AccessChanged): string[] => revoked[accessChanged](event as never);

describe('a change of access', () => {
  it('revokes what it names', () => {
    expect(changed({ company: 'c', accounts: ['a'], sessions: ['s'] })).toEqual(['account:a', 'session:s']);
    expect(changed({ company: 'c', projects: ['p', 'q'] })).toEqual(['project:p', 'project:q']);
  });

  it('of groups revokes what depends on any group of the company', () => {
    expect(changed({ company: 'c', groups: ['g'] })).toEqual(['groups:c']);
  });

  it('that names nothing revokes all of the company', () => {
    expect(changed({ company: 'c' })).toEqual(['company:c']);
  });
});

describe('whatever a service tells', () => {
  it('revokes something', () => {
    for (const { events } of [identityFeed, repositoryFeed, artifactFeed])
      for (const subject of events)
        expect(revoked[subject]({ company: 'c', repository: 'r', directories: ['d'] } as never)).toHaveLength(
          1,
        );
  });
});
