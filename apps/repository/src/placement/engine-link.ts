import { DomainError } from '@holdfast/kernel';
import { VcsRefusal, type EngineLink } from '@holdfast/vcs-spi';
import { mustExist } from '@holdfast/vcs-spi/engine';

/** An engine that cannot be reached is a part that is down; every other refusal has a meaning where it is caught. */
export const unavailableInstead = (error: unknown): never => {
  if (error instanceof VcsRefusal && error.code === 'unavailable')
    throw DomainError.unknown('the version control engine does not answer', error);
  throw error;
};

/** The way to an engine, with its absence as a domain error. */
export const engineLink = (link: EngineLink): EngineLink => ({
  call: (operation, input) =>
    link
      .call(operation, input)
      .catch((error: unknown) => goneInstead(input, error))
      .catch(unavailableInstead),
  work: (operation, input, waiting) => link.work(operation, input, waiting).catch(unavailableInstead),
});

/** What is read may be purged meanwhile. Programs say that in many ways, or none. */
const goneInstead = async (input: unknown, error: unknown): Promise<never> => {
  const read = whatIsRead(input);
  if (read !== undefined) await mustExist(read);
  throw error;
};

/** A directory; where one is to be made of another one, that. */
const whatIsRead = (input: unknown): string | undefined => {
  if (typeof input !== 'object' || input === null || !('reading' in input)) return undefined;
  const { source, directory } = input as { source?: unknown; directory?: unknown };
  const read = source ?? directory;
  return typeof read === 'string' ? read : undefined;
};
