import { VcsRefusal } from '@holdfast/vcs-spi';

/** How often is asked whether it may still be done (ms): what ends counts within a second. */
const every = 700;
/** So long may nobody be able to say it (ms). */
const silence = 60_000;

interface Asked {
  signal: AbortSignal;
  /** Fails with what `isEnd` knows where it may not be done any more. */
  ask: () => Promise<unknown>;
  /** Of other failures nothing follows at first: who cannot be asked takes no right away either. */
  isEnd: (error: unknown) => boolean;
}

/**
 * Does work for as long as it may be done. Its signal is aborted when it may not any more, and what said so is thrown
 * once the work has ended. So it ends where nobody can say it for a minute: the right may have been taken away right
 * before.
 * @throws VcsRefusal `unavailable` then
 */
export const whileAllowed = async <T>(
  { signal, ask, isEnd }: Asked,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ending = new AbortController();
  let end: { error: unknown } | undefined;
  let asking: Promise<void> | undefined;
  let known = performance.now();
  const stop = (error: unknown): void => {
    end ??= { error };
    ending.abort();
  };
  const look = async (): Promise<void> => {
    try {
      await ask();
      known = performance.now();
    } catch (error) {
      if (isEnd(error)) stop(error);
    }
  };
  const timer = setInterval(() => {
    if (performance.now() - known >= silence)
      stop(new VcsRefusal('unavailable', 'nobody can say whether it may still be done'));
    asking ??= look().finally(() => (asking = undefined));
  }, every);
  try {
    return await work(AbortSignal.any([signal, ending.signal]));
  } catch (error) {
    throw end ? end.error : error;
  } finally {
    clearInterval(timer);
  }
};
