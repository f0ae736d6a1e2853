import type { Reading, RefSnapshot } from '@holdfast/vcs-spi';
import type { GitReader } from './git-reader.js';

/** So many branches are looked at, and told to git. */
const few = 1_000;

/**
 * Whether a branch or tag may be made at a commit: clients could have it. What branches are at has been looked at when
 * it came. `head`: the default branch, if there is one.
 * @throws VcsRefusal `not_a_commit`
 */
export const mustBeServed = async (
  operations: Pick<GitReader, 'servable'>,
  { branches, head }: { branches: RefSnapshot; head: string | undefined },
  asked: { directory: string; commit: string; reading: Reading },
): Promise<void> => {
  const tip = head === undefined ? undefined : branches.get(head);
  const known = new Set(branches.page(0, few).map(({ commit }) => commit));
  if (tip !== undefined) known.add(tip);
  if (known.has(asked.commit)) return;
  await operations.servable({ ...asked, known: [...known] });
};
