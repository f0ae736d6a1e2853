import type { Reading, RefSnapshot, VcsRepository } from '@holdfast/vcs-spi';

/** A repository that may have names for commits. */
export type NamingRepository = Pick<VcsRepository, 'branches' | 'tags' | 'bookmarks' | 'otherRefs'>;

/** What clients have named in a repository. */
export interface RefSnapshots {
  /** By the sort of the names; undefined: a sort that the repository does not have. */
  readonly named: Readonly<Record<'branch' | 'tag' | 'bookmark', RefSnapshot | undefined>>;
  /** What refs of no such sort take (`RefSnapshot.weight`). */
  readonly others: number;
}

/**
 * All names that clients have given in a repository. What all of them take, and whether there are any, is asked of
 * these: names of another sort stand here and nowhere else.
 */
export const refSnapshots = async (data: NamingRepository, reading: Reading): Promise<RefSnapshots> => {
  const [branch, tag, bookmark, others = 0] = await Promise.all([
    data.branches?.snapshot(reading),
    data.tags?.snapshot(reading),
    data.bookmarks?.snapshot(reading),
    data.otherRefs?.(reading),
  ]);
  return { named: { branch, tag, bookmark }, others };
};
