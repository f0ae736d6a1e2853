import type { Reading, VcsRepository } from '@holdfast/vcs-spi';
import { refSnapshots } from '../branch/ref-snapshots.js';

/** Whether nothing was ever pushed to it, or nothing of that is left. */
export const isEmpty = async (data: VcsRepository, reading: Reading): Promise<boolean> => {
  const [newest, { named }] = await Promise.all([data.newest?.(), refSnapshots(data, reading)]);
  return newest === undefined && Object.values(named).every((each) => !each || each.size === 0);
};
