import { rmdir } from 'node:fs/promises';
import { looseEntries, placeOf } from '../refs/loose-entries.js';

/** They are there from the beginning, and git looks for the first. */
const always: ReadonlySet<string> = new Set(['refs/', 'refs/heads/', 'refs/tags/']);

/**
 * Removes the empty directories below `refs/`: git makes them before it locks what it changes, and leaves them where
 * it then changes nothing, or packs what was in them. Who is about to write in one makes it again: git is prepared
 * for that, since it removes such directories itself.
 */
export const removeEmptyDirectories = async (directory: string, signal: AbortSignal): Promise<void> => {
  for await (const { key, isDirectory } of looseEntries(directory, 'refs/')) {
    if (signal.aborted) return;
    if (isDirectory && !always.has(key)) await rmdir(placeOf(directory, key)).catch(() => undefined);
  }
};
