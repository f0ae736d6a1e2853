import type { RemoteRow } from '../remote/remote.entity.js';

/** Seconds after the first failure; each further one doubles it. */
const first = 60;
const longest = 6 * 60 * 60;

/** In how many seconds a mirror is tried again that has failed so often in a row. */
export const nextLook = (
  { direction, interval }: Pick<RemoteRow, 'direction' | 'interval'>,
  failures: number,
): number => {
  const again = Math.min(first * 2 ** Math.min(failures - 1, 20), longest);
  return direction === 'pull' ? Math.max(interval, again) : again;
};
