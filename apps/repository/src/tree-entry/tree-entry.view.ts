import type { TreeEntry, View } from '@holdfast/contracts';
import type { TreeEntry as FoundEntry } from '@holdfast/vcs-spi';
import type { CommitView } from '../commit/commit.view.js';

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

/** The same with the last commit that touched it; `commits` by their ids. */
export const touchedEntryView = (
  entry: FoundEntry,
  commits: ReadonlyMap<string, CommitView>,
): TreeEntryView => ({
  ...treeEntryView(entry),
  commit: (entry.commit && commits.get(entry.commit.id)) ?? null,
});
