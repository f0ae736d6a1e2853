import { randomBytes } from 'node:crypto';
import { rename, unlink, writeFile } from 'node:fs/promises';
import type { StoreOwner } from '@holdfast/blob-spi';
import type { FilesBelow } from '@holdfast/kernel';
import type { ShardDirectories } from './shard-directories.js';
import { unlessMissing } from './system-errors.js';

const name = 'owner';
/** Bytes. */
const longest = 64;

/** The file below the root of a store that says whose it is. No link in its place is followed. */
export class OwnerFile implements StoreOwner {
  constructor(
    private readonly files: FilesBelow,
    private readonly shards: ShardDirectories,
  ) {}

  async known(): Promise<string | undefined> {
    const file = await this.files.open(name).catch(unlessMissing);
    if (!file) return undefined;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(longest), 0, longest, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async claim(owner: string): Promise<string> {
    const known = await this.known();
    if (known !== undefined) return known;
    const draft = `${name}.${randomBytes(8).toString('hex')}`;
    await this.files.within('', async (root) => {
      await writeFile(root.at(draft), owner, { mode: 0o600, flag: 'wx', flush: true });
      await rename(root.at(draft), root.at(name));
      await root.sync();
    });
    return (await this.known()) ?? owner;
  }

  forget(): Promise<void> {
    return this.files.within('', async (root) => {
      await unlink(root.at(name)).catch(unlessMissing);
      await root.sync();
    });
  }

  async isUnused(): Promise<boolean> {
    return (await this.known()) === undefined && (await this.shards.areEmpty());
  }
}
