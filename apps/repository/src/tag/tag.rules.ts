import type { AttributeErrors } from '@holdfast/kernel';
import type { RefSnapshot, VcsKind } from '@holdfast/vcs-spi';

/** Why a tag of this name cannot be made now. */
export const newTagProblem = (
  kind: Pick<VcsKind, 'tagNameProblem'>,
  tags: Pick<RefSnapshot, 'get' | 'collision'>,
  name: string,
): AttributeErrors | undefined => {
  const problem = kind.tagNameProblem(name);
  if (problem) return problem;
  const inUse = tags.get(name) !== undefined || tags.collision(name) !== undefined;
  return inUse ? { reserved: true } : undefined;
};
