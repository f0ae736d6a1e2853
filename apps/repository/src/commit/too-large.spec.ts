import { DomainError } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { invalidWhereTooLarge } from './too-large.js';

describe('what a kind refuses to read', () => {
  const said = (error: unknown): unknown => {
    try {
      return invalidWhereTooLarge('path')(error);
    } catch (thrown) {
      return thrown;
    }
  };

  it('is invalid where it will always be too large, and else what it was', () => {
    const answer = said(new VcsRefusal('too_large', 'a directory'));
    expect(answer).toBeInstanceOf(DomainError);
    expect(answer).toMatchObject({ code: 'invalid', detail: { errors: { path: { invalid: true } } } });
    for (const other of [new VcsRefusal('unavailable', 'busy'), new Error('broken')])
      expect(said(other)).toBe(other);
  });
});
