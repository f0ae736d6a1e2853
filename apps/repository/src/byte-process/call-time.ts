import type { Reading } from '@holdfast/vcs-spi';

/** How long a call takes at most of which nothing is said (ms). */
export const callDeadline = 60_000;
/** What somebody waits for until a time of his own is over, one way or the other, so soon after that (ms). */
const afterwards = 15_000;

/** How long an engine may take for what it is asked (ms): whoever reads or writes says when nobody waits any more. */
export const timeOf = (input: unknown): number => {
  const { reading } = (input ?? {}) as { reading?: Partial<Reading> };
  const left = (reading?.deadline ?? 0) - Date.now();
  return Math.max(callDeadline, Math.min(left, callDeadline) + afterwards);
};
