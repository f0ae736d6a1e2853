import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks. */
const looking = 20;

/**
 * At the end of a process those still come who were told a moment ago that they may: waits until none is awaited, or
 * for the time (ms). Answers how long that was.
 */
export const untilAllCame = async (isAwaited: () => boolean, most: number): Promise<number> => {
  const from = performance.now();
  const waited = (): number => performance.now() - from;
  while (isAwaited() && waited() < most) await sleep(Math.min(looking, most - waited()));
  return waited();
};
