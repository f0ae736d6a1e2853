import { log } from '../observability/logger.js';

const signals = ['SIGTERM', 'SIGINT'] as const;
/** Milliseconds that everything else has after the transfers. */
const rest = 8_000;

/** Nothing is under way yet that could be lost. */
const leave = (): void => process.exit(0);

/**
 * Until `endWith` is called a signal ends the process at once. Call it first: the first process of a container hears
 * no signal for which it has not asked, and would wait to be killed.
 */
export const endAtOnce = (): void => {
  for (const signal of signals) process.on(signal, leave);
};

/**
 * Runs `end` once at the first signal; a second signal ends the process at once, and so does the time when it is over.
 * @param transfers milliseconds of that time which are for transfers under way
 */
export const endWith = (end: () => Promise<void>, transfers = 2_000): void => {
  let ending = false;
  const stop = (): void => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), transfers + rest).unref();
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the end was not clean');
        process.exit(1);
      },
    );
  };
  for (const signal of signals) {
    process.off(signal, leave);
    process.on(signal, stop);
  }
};
