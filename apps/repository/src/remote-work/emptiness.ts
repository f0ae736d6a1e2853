import type { Reading, VcsRepository } from '@holdfast/vcs-spi';
import { refSnapshots } from '../branch/ref-snapshots.js';

/** Whether nothing was ever pushed to it, or nothing of that is left. */
export const isEmpty = async (data: VcsRepository, reading: Reading): Promise<boolean> => {
  const [newest, hasCommits, { named }] = await Promise.all([
    data.newest?.(),
    data.hasCommits?.(reading),
    refSnapshots(data, reading),
  ]);
  if (newest !== undefined || hasCommits) return false;
  return Object.values(named).every((each) => !each || each.size === 0);
};
