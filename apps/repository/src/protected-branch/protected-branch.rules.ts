import type { AttributeErrors, Problems } from '@holdfast/kernel';
import { nameLike, type VcsKind } from '@holdfast/vcs-spi';
import { mostPatterns } from '../branch/protection.js';

/** Why no branch of the kind could ever have a name that the pattern matches. */
export const patternProblem = (
  kind: Pick<VcsKind, 'branchNameProblem'>,
  pattern: string,
): AttributeErrors | undefined => kind.branchNameProblem(nameLike(pattern));

/** What stands in the way of one more pattern, in place of `instead` or beside the others. */
export const placeProblems = (
  { present, instead }: { present: readonly string[]; instead?: string },
  pattern: string,
  problems: Problems,
): void => {
  if (pattern !== instead && present.includes(pattern)) problems.add('pattern', { reserved: true });
  if (instead === undefined && present.length >= mostPatterns)
    problems.add('protected_branches', { maximum: mostPatterns });
};
