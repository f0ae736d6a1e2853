import type { Reading, RefSnapshot, VcsRepository } from '@holdfast/vcs-spi';

/** A repository that may have names for commits. */
export type NamingRepository = Pick<VcsRepository, 'branches' | 'tags' | 'bookmarks'>;

type RefSnapshots = Readonly<Record<'branch' | 'tag' | 'bookmark', RefSnapshot | undefined>>;

/**
 * All names that clients have given in a repository, by their sort; undefined: a sort that it does not have. What all
 * of them take, and whether there are any, is asked of these: names of another sort stand here and nowhere else.
 */
export const refSnapshots = async (
  { branches, tags, bookmarks }: NamingRepository,
  reading: Reading,
): Promise<RefSnapshots> => {
  const [branch, tag, bookmark] = await Promise.all([
    branches?.snapshot(reading),
    tags?.snapshot(reading),
    bookmarks?.snapshot(reading),
  ]);
  return { branch, tag, bookmark };
};
