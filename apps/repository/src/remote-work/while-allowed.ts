/** How often is asked whether it may still be done (ms): what ends counts within a second. */
const every = 700;

interface Asked {
  signal: AbortSignal;
  /** Fails with what `isEnd` knows where it may not be done any more. */
  ask: () => Promise<unknown>;
  /** Of other failures nothing follows: who cannot be asked has taken no right away either. */
  isEnd: (error: unknown) => boolean;
}

/**
 * Does work for as long as it may be done. Its signal is aborted when it may not any more, and what said so is thrown
 * once the work has ended.
 */
export const whileAllowed = async <T>(
  { signal, ask, isEnd }: Asked,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ending = new AbortController();
  let end: { error: unknown } | undefined;
  let asking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      await ask();
    } catch (error) {
      if (!isEnd(error)) return;
      end = { error };
      ending.abort();
    }
  };
  const timer = setInterval(() => {
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
