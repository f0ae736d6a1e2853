import { namesBelow, syncPaths } from '@holdfast/vcs-spi';

/**
 * More directories, and files of its own, are brought to the disk with all else that waits there, which may be what
 * others write for minutes. Single objects alone have 256 directories in any repository.
 */
const mostSingle = 1_000;

/**
 * Brings a fork that is made to the disk. `syncAll` brings all of the file system there: for many large files there are
 * tens of thousands of directories, and one by one they would take longer than anybody waits. Rejects once the signal
 * says that nobody does.
 */
export const bringFork = async (
  fresh: string,
  signal: AbortSignal,
  syncAll: () => Promise<void>,
): Promise<void> => {
  const found: string[] = [];
  for await (const path of namesBelow(fresh)) {
    signal.throwIfAborted();
    found.push(path);
    if (found.length > mostSingle) return unlessAborted(syncAll(), signal);
  }
  await unlessAborted(syncPaths(found), signal);
};

const unlessAborted = async (work: Promise<void>, signal: AbortSignal): Promise<void> => {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
  });
  if (signal.aborted) stop();
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop));
};
