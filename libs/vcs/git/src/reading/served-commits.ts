import type { Reading, RefSnapshot } from '@holdfast/vcs-spi';
import type { GitReader } from './git-reader.js';

/** So many branches are looked at before git is asked. */
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
  const { commit } = asked;
  const tip = head === undefined ? undefined : branches.get(head);
  if (tip === commit || branches.page(0, few).some((branch) => branch.commit === commit)) return;
  await operations.servable({ ...asked, known: tip === undefined ? [] : [tip] });
};
