import { log } from '../observability/logger.js';

/** Runs `end` once at the first signal; a second signal, or ten seconds, ends the process at once. */
export const endWith = (end: () => Promise<void>): void => {
  let ending = false;
  const stop = (): void => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the end was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};
