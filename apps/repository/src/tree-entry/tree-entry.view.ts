import type { TreeEntry, View } from '@holdfast/contracts';
import type { TreeEntry as FoundEntry } from '@holdfast/vcs-spi';

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
