import { DomainError } from '@holdfast/kernel';
import { VcsRefusal, type EngineLink } from '@holdfast/vcs-spi';

/** An engine that cannot be reached is a part that is down; every other refusal has a meaning where it is caught. */
export const unavailableInstead = (error: unknown): never => {
  if (error instanceof VcsRefusal && error.code === 'unavailable')
    throw DomainError.unknown('the version control engine does not answer', error);
  throw error;
};

/** The way to an engine, with its absence as a domain error. */
export const engineLink = (link: EngineLink): EngineLink => ({
  call: (operation, input) => link.call(operation, input).catch(unavailableInstead),
  work: (operation, input, waiting) => link.work(operation, input, waiting).catch(unavailableInstead),
});
