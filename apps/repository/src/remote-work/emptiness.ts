import type { Reading, VcsRepository } from '@holdfast/vcs-spi';

/** Whether nothing was ever pushed to it, or nothing of that is left. */
export const isEmpty = async (data: VcsRepository, reading: Reading): Promise<boolean> => {
  const [newest, ...refs] = await Promise.all([
    data.newest?.(),
    data.branches?.snapshot(reading),
    data.tags?.snapshot(reading),
    data.bookmarks?.snapshot(reading),
  ]);
  return newest === undefined && refs.every((each) => !each || each.size === 0);
};
