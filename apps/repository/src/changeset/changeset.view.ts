import type { Changeset, View } from '@holdfast/contracts';
import type { FileChange } from '@holdfast/vcs-spi';

export type ChangesetView = View<typeof Changeset>;

/** A change as the API shows it, without `api_status` and `api_timestamp`. */
export const changesetView = (change: FileChange): ChangesetView => {
  const { path, oldPath, status, mode, oldMode, binary, additions, deletions, diff, cut } = change;
  return {
    path,
    old_path: oldPath ?? null,
    status,
    mode: status === 'deleted' ? null : mode,
    old_mode: status === 'added' ? null : oldMode,
    ...{ binary, additions, deletions, diff },
    ...(cut ? { truncated: true } : {}),
  };
};
