import { setTimeout as sleep } from 'node:timers/promises';
import { VcsRefusal } from '@holdfast/vcs-spi';

/** How long somebody else has time to begin what he waited with (ms). */
const pause = 100;

/**
 * Tries a change of refs again while somebody else writes to the repository: a push holds the lock of Mercurial while
 * it waits for a ref that is in change, and whoever changes that waits for the lock. Between two attempts none is in
 * change. `deadline`: milliseconds since the epoch.
 */
export const whileOccupied = async <T>(deadline: number, change: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await change();
    } catch (error) {
      const isOccupied = error instanceof VcsRefusal && error.code === 'occupied';
      if (!isOccupied || Date.now() + pause >= deadline) throw error;
      await sleep(pause);
    }
};
