import type { AttributeErrors, Problems } from '@holdfast/kernel';
import type { RefSnapshot, VcsKind } from '@holdfast/vcs-spi';
import type { SentCommit } from '../placement/local-repositories.js';
import type { ToldRefusals } from '../ref-change/ref-caller.js';

/** Why a branch of this name cannot be made now. */
export const newNameProblem = (
  kind: Pick<VcsKind, 'branchNameProblem'>,
  branches: Pick<RefSnapshot, 'get' | 'collision'>,
  name: string,
): AttributeErrors | undefined => {
  const problem = kind.branchNameProblem(name);
  if (problem) return problem;
  const inUse = branches.get(name) !== undefined || branches.collision(name) !== undefined;
  return inUse ? { reserved: true } : undefined;
};

/** What stands in the way of creating a branch with `protected: true`. */
export const protectionProblem = (
  kind: Pick<VcsKind, 'protectsBranches'>,
  mayProtect: boolean,
): AttributeErrors | undefined => {
  if (!kind.protectsBranches) return { invalid: true };
  return mayProtect ? undefined : { locked: true };
};

/** What stands in the way of creating a branch that a pattern protects from the start. */
export const patternProblemOf = (
  pattern: string | undefined,
  mayPush: boolean,
): AttributeErrors | undefined => (pattern === undefined || mayPush ? undefined : { locked: true });

export const commitProblem = ({ outcome }: SentCommit): AttributeErrors | undefined => {
  if (outcome === 'found') return undefined;
  return outcome === 'malformed' ? { invalid: true } : { not_found: true };
};

/** What a branch must not be to be deleted. */
export const deletionProblems = (
  name: string,
  circumstances: { protected: boolean; lasting: readonly (string | undefined)[] },
  problems: Problems,
): void => {
  if (circumstances.protected) problems.add('protected', { locked: true });
  if (circumstances.lasting.includes(name)) problems.add('id', { locked: true });
};

/** The kind's "no" to a creation that the rules had let pass, because something changed in between. */
export const creationRefusal: ToldRefusals = {
  name_in_use: { id: { reserved: true } },
  name_collides: { id: { reserved: true } },
  name_invalid: { id: { invalid: true } },
  not_a_commit: { commit: { not_found: true } },
  too_large: { commit: { invalid: true } },
  names_change: { commit: { invalid: true } },
  // Of a path that was removed a lock stays.
  locked_inside: { id: { locked: true } },
};

/** The kind's "no" to a deletion. */
export const deletionRefusal: ToldRefusals = {
  names_change: { id: { locked: true } },
  locked_inside: { id: { locked: true } },
};
