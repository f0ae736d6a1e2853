import { readdir } from 'node:fs/promises';
import type { FilesBelow, OpenDirectory } from '@holdfast/kernel';

/** The first two digits of digests. */
export const shardNames = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

const directory = 'blobs';

/** The directories of blobs; no link in their place is followed. */
export class ShardDirectories {
  constructor(private readonly files: FilesBelow) {}

  /** Makes those that are missing, durably. */
  async prepare(): Promise<void> {
    await this.files.within('', (root) => root.make(directory));
    await this.files.within(directory, async (shards) => {
      const present = new Set(await readdir(shards.at('')));
      const missing = shardNames.filter((shard) => !present.has(shard));
      for (const shard of missing) await shards.make(shard);
      if (missing.length > 0) await shards.sync();
    });
  }

  async areEmpty(): Promise<boolean> {
    for (const shard of shardNames)
      if ((await this.within(shard, (open) => readdir(open.at('')))).length > 0) return false;
    return true;
  }

  /** Where a blob is, from the root of the store. */
  pathOf(digest: string): string {
    return `${directory}/${digest.slice(0, 2)}/${digest.slice(2)}`;
  }

  /** What `act` answers of a shard. */
  within<T>(shard: string, act: (shard: OpenDirectory) => Promise<T>): Promise<T> {
    return this.files.within(`${directory}/${shard}`, act);
  }
}

/** Only digests become names of files. */
export const checkedDigest = (digest: string): string => {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('not a SHA-256 in lower-case hex');
  return digest;
};
