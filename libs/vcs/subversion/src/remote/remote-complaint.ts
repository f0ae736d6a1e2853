import { VcsRefusal } from '@holdfast/vcs-spi';
import { remoteMeaning, type OutgoingProxy } from '@holdfast/vcs-spi/engine';
import { memoryRefusal, withoutPlaces } from './program-end.js';

/** Nothing there, no such address, no XML, and no WebDAV. */
const absent = /E160013|E170000|E175009|E175003/;

/** What a program complains about that speaks with a remote, in words for people. */
export const explainedComplaint = (
  { refusal }: Pick<OutgoingProxy, 'refusal'>,
  complaint: string,
): VcsRefusal => {
  const ofMemory = memoryRefusal(complaint);
  if (ofMemory) return ofMemory;
  if (refusal !== undefined) return new VcsRefusal('remote', refusal);
  const means = remoteMeaning(complaint, { kind: 'Subversion', absent });
  return new VcsRefusal('remote', means ?? `Subversion: ${withoutPlaces(complaint)}`);
};
