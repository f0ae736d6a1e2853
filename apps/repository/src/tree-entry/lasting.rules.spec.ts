import { isLasting } from './lasting.rules.js';

// What was asked for at a revision of Subversion was told as unchanging for a year: who purged a repository, and made
// another of the same id, was shown the old files by browsers, and archives were 304.
describe('what is asked for by a commit', () => {
  const hash = 'ab'.repeat(20);

  it('is the same for ever where its id is a hash', () => {
    expect(isLasting({ contentAddressed: true }, hash, hash)).toBe(true);
    expect(isLasting({ contentAddressed: true }, hash.toUpperCase(), hash)).toBe(true);
  });

  it('is not where it was named otherwise, nor where ids are numbers', () => {
    expect(isLasting({ contentAddressed: true }, 'main', hash)).toBe(false);
    expect(isLasting({}, '5', '5')).toBe(false);
  });
});
