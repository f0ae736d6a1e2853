import { DomainError } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { isTriedAgain } from './job-outcome.js';

// What an import had brought, its password too, stayed for ever where its job had ended by the last attempt, or by what
// nobody had expected: whoever did the work took it for one that goes on.
describe('an attempt that fails', () => {
  const away = new VcsRefusal('unavailable', 'away');

  it('is followed by another one while a part is away, and it is not the last', () => {
    expect([1, 4, 5, 6].map((attempt) => isTriedAgain(away, attempt))).toEqual([true, true, false, false]);
    expect(isTriedAgain(DomainError.unavailable('away'), 1)).toBe(true);
  });

  it('is the last where nothing says that it would pass', () => {
    for (const error of [new Error('ENOENT'), new VcsRefusal('remote', 'no'), DomainError.notFound()])
      expect(isTriedAgain(error, 1)).toBe(false);
  });
});
