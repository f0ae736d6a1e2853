import { DomainError } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';

/**
 * What is too large to be read stays so: to try again would help nobody. `parameter`: by which the caller named it.
 * @throws DomainError `invalid` on it instead
 */
export const invalidWhereTooLarge =
  (parameter: string) =>
  (error: unknown): never => {
    if (error instanceof VcsRefusal && error.code === 'too_large')
      throw DomainError.invalid({ [parameter]: { invalid: true } });
    throw error;
  };
