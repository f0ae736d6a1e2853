import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** The first two digits of digests. */
export const shardNames = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/** The directories of blobs, as far as they are made durable. */
export class ShardDirectories {
  private readonly handles = new Map<string, Promise<FileHandle>>();

  /** `root`: absolute path of the directory that has them. */
  constructor(private readonly root: string) {}

  /** Makes those that are missing. */
  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const present = new Set(await readdir(this.root));
    const missing = shardNames.filter((shard) => !present.has(shard));
    for (const shard of missing) await mkdir(join(this.root, shard), { recursive: true, mode: 0o700 });
    if (missing.length === 0) return;
    const handle = await open(this.root, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Makes the names in a shard durable. */
  async sync(shard: string): Promise<void> {
    await (await this.handle(shard)).sync();
  }

  async close(): Promise<void> {
    const handles = [...this.handles.values()];
    this.handles.clear();
    for (const handle of handles) await (await handle).close();
  }

  /** Handles stay open: they are only used to sync. */
  private handle(shard: string): Promise<FileHandle> {
    const known = this.handles.get(shard);
    if (known) return known;
    const opened = open(join(this.root, shard), 'r');
    this.handles.set(shard, opened);
    opened.catch(() => this.handles.delete(shard));
    return opened;
  }
}
