import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { youngestIn } from '../process/youngest.js';

const byOwner = 0o200;

/** How many revisions lie in one directory. */
export const shardSizeIn = async (db: string): Promise<number> => {
  const format = await readFile(join(db, 'format'), 'utf8');
  const [, size] = /^layout sharded (\d+)$/m.exec(format) ?? [];
  if (size === undefined) throw new Error('a repository of another layout than svnadmin makes');
  return Number(size);
};

/**
 * Lets us write to the files of the newest revision, and to those that a commit which was killed has left behind it.
 * Subversion makes files of revisions read-only, and each new one as the one before: so this lasts. It opens the
 * properties of a revision to write them, where they lie there as well: but for root, which may, nobody could commit
 * to that repository any more.
 */
export const keepWritable = async (directory: string): Promise<void> => {
  const db = join(directory, 'db');
  const [youngest, size] = await Promise.all([youngestIn(directory), shardSizeIn(db)]);
  for (const revision of [youngest, youngest + 1]) {
    const shard = Math.floor(revision / size);
    for (const name of [
      `revs/${shard}/${revision}`,
      `revprops/${shard}/${revision}`,
      `revs/${shard}.pack/pack`,
    ])
      await letWrite(join(db, name));
  }
};

const letWrite = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found && !(found.mode & byOwner)) await chmod(path, found.mode | byOwner).catch(() => undefined);
};
