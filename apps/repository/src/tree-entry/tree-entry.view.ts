import type { TreeEntry, View } from '@holdfast/contracts';
import type { RepositoryScope } from '@holdfast/kernel';
import type { TreeEntry as FoundEntry } from '@holdfast/vcs-spi';
import { commitView } from '../commit/commit.view.js';

export type TreeEntryView = View<typeof TreeEntry>;

/** An entry as the API shows it, without `api_status` and `api_timestamp`. */
export const treeEntryView = ({ name, path, type, mode, id, size }: FoundEntry): TreeEntryView => ({
  name,
  path,
  type,
  mode,
  id,
  size: size ?? null,
});

/** The same with the last commit that touched it. */
export const touchedEntryView = (
  entry: FoundEntry,
  repository: Pick<RepositoryScope, 'id' | 'uuid'>,
): TreeEntryView => ({
  ...treeEntryView(entry),
  commit: entry.commit ? commitView(entry.commit, repository) : null,
});
