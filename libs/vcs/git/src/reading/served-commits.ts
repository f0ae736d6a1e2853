import type { Reading, RefTable } from '@holdfast/vcs-spi';
import type { GitReader } from './git-reader.js';

/** So many branches are looked at, and told to git. */
const few = 1_000;

/**
 * Whether a branch or tag may be made at a commit: clients could have it. What branches are at has been looked at when
 * it came. `headOf`: the default branch, if there is one.
 * @throws VcsRefusal `not_a_commit`
 */
export const mustBeServed = async (
  operations: Pick<GitReader, 'servable'>,
  { branches, headOf }: { branches: RefTable; headOf: () => Promise<string | undefined> },
  asked: { directory: string; commit: string; reading: Reading },
): Promise<void> => {
  if (branches.hasTip(asked.commit, few)) return;
  const head = await headOf();
  const tip = head === undefined ? undefined : branches.get(head);
  if (tip === asked.commit) return;
  const known = new Set(branches.page(0, few).map(({ commit }) => commit));
  if (tip !== undefined) known.add(tip);
  await operations.servable({ ...asked, known: [...known] });
};
