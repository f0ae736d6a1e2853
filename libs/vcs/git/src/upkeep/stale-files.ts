import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '@holdfast/kernel';
import { looseEntries } from '../refs/loose-entries.js';

/**
 * Removes from a repository what killed writers have left: lock files, half-received packs, and the
 * directories in which git keeps the objects of an undecided push. Only what was made before `before` (ms
 * since 1970), when no writer of now was running yet; large files that were coming in only if they were made before
 * `startedAt`, since those who bring them are not counted as writers. Answers the removed paths.
 */
export const removeStaleFiles = async (
  directory: string,
  before: number,
  startedAt = before,
): Promise<string[]> => {
  const found = await Promise.all([
    entriesOf(directory, '', /\.lock$|^packed-refs\.new$/),
    entriesOf(directory, 'objects', /^tmp_objdir-/),
    entriesOf(directory, 'objects/pack', /^\.?tmp[-_]|\.lock$/),
    entriesOf(directory, 'objects/info', /\.lock$/),
    // git removes its other temporary files when it is asked to end, but not these
    entriesOf(directory, 'objects/info/commit-graphs', /^tmp_graph_|\.lock$/),
    locksBelow(directory, 'refs'),
  ]);
  const coming = await entriesOf(directory, 'lfs/incoming', /./);
  const removed = await removeOlder(found.flat(), before);
  return [...removed, ...(await removeOlder(coming, Math.min(before, startedAt)))];
};

/** Removed together: a killed push may leave as many locks as it had references. */
const atOnce = 4;

const removeOlder = async (paths: readonly string[], before: number): Promise<string[]> => {
  const removed: string[] = [];
  const waiting = paths.values();
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      const entry = await lstat(path).catch(() => undefined);
      if (!entry || entry.mtimeMs >= before) continue;
      await removeTree(path);
      removed.push(path);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return removed;
};

const entriesOf = async (directory: string, inside: string, pattern: RegExp): Promise<string[]> => {
  const names = await readdir(join(directory, inside)).catch(() => []);
  return names.filter((name) => pattern.test(name)).map((name) => join(directory, inside, name));
};

const locksBelow = async (directory: string, inside: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key, isDirectory } of looseEntries(directory, `${inside}/`))
    if (!isDirectory && key.endsWith('.lock'))
      found.push(join(directory, Buffer.from(key, 'latin1').toString()));
  return found;
};
