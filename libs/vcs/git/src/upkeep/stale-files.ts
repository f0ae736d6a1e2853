import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

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
  const removed = await Promise.all([
    ...found.flat().map((path) => removeOlder(path, before)),
    ...coming.map((path) => removeOlder(path, Math.min(before, startedAt))),
  ]);
  return removed.flat();
};

const removeOlder = async (path: string, before: number): Promise<string[]> => {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry || entry.mtimeMs >= before) return [];
  await rm(path, { recursive: true, force: true });
  return [path];
};

const entriesOf = async (directory: string, inside: string, pattern: RegExp): Promise<string[]> => {
  const names = await readdir(join(directory, inside)).catch(() => []);
  return names.filter((name) => pattern.test(name)).map((name) => join(directory, inside, name));
};

const locksBelow = async (directory: string, inside: string): Promise<string[]> => {
  const entries = await readdir(join(directory, inside), { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry): Promise<string[]> => {
    if (entry.isDirectory()) return locksBelow(directory, join(inside, entry.name));
    return entry.name.endsWith('.lock') ? [join(directory, inside, entry.name)] : [];
  });
  return (await Promise.all(found)).flat();
};
