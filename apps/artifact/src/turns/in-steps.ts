import { setImmediate as others } from 'node:timers/promises';

/** Does work that comes in steps, and lets whoever waits be served between two of them. */
export const inSteps = async <T>(work: Iterator<void, T>): Promise<T> => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await others();
  }
};
