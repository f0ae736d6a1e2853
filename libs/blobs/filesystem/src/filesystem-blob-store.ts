import { lstat, mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  StagedGone,
  StorageFull,
  type BlobDigests,
  type BlobRange,
  type BlobStore,
  type StagedBlob,
  type StagedElsewhere,
  type SweepOptions,
  type SweepReport,
} from '@holdfast/blob-spi';
import { PartMemory, UploadWriter, WritingThreads } from '@holdfast/blob-spi/intake';
import { DiskRoom, FilesBelow } from '@holdfast/kernel';
import { FileSink } from './file-sink.js';
import { FilesystemBlobReader } from './filesystem-blob-reader.js';
import { OwnerFile } from './owner-file.js';
import { checkedDigest, ShardDirectories, shardNames } from './shard-directories.js';
import { Staging } from './staging.js';
import { asStorageError, codeOf, isFileAt, unlessMissing } from './system-errors.js';

/** 8 MiB. */
const mostParts = 32;
const sweepBatch = 1000;

/**
 * Blobs as files of one directory, which several machines may share:
 *
 *   <root>/blobs/<2 hex>/<62 hex>     the content whose SHA-256 the two parts are
 *   <root>/staging/<process>/<n>      an upload under way
 *   <root>/owner                      whose they are
 *
 * An upload is written and synced in `staging`, then renamed into `blobs`, and the directory synced: a blob is there
 * whole and durable, or not at all. Whoever else may write here, in the gateway or in the service, leads nobody out of
 * the directory by links: none below `root` is followed, and only regular files are blobs.
 */
export class FilesystemBlobStore implements BlobStore {
  private readonly memory = new PartMemory(mostParts);
  private readonly threads = new WritingThreads(Math.max(1, Math.min(4, availableParallelism() - 1)));
  private readonly files: FilesBelow;
  private readonly shards: ShardDirectories;
  private readonly staging: Staging;
  private readonly reader: FilesystemBlobReader;
  readonly owner: OwnerFile;

  private constructor(
    private readonly root: string,
    private readonly disk: DiskRoom,
  ) {
    this.files = new FilesBelow(root);
    this.staging = new Staging(this.files);
    this.shards = new ShardDirectories(this.files);
    this.reader = new FilesystemBlobReader(this.files);
    this.owner = new OwnerFile(this.files, this.shards);
  }

  /**
   * Makes what is missing below `root`, an absolute path, and removes what dead processes of this machine left. `disk`:
   * how much room there is.
   */
  static async open(root: string, disk = new DiskRoom(root)): Promise<FilesystemBlobStore> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const store = new FilesystemBlobStore(root, disk);
    await store.staging.prepare();
    await store.shards.prepare();
    await store.staging.sweep();
    return store;
  }

  async stage(source: AsyncIterable<Uint8Array>, { limit = Infinity } = {}): Promise<StagedBlob> {
    const name = this.staging.nextName();
    try {
      return this.adopt({ name, ...(await this.receive(name, source, limit)) });
    } catch (error) {
      throw asStorageError(error);
    }
  }

  get stagesAt(): string {
    return this.staging.own;
  }

  reaches(stagesAt: string): Promise<boolean> {
    return this.staging.reaches(stagesAt);
  }

  adopt({ name, size, digests }: StagedElsewhere): StagedBlob {
    this.staging.checked(name);
    let [ended, isPublished] = [false, false];
    return {
      name,
      size,
      digests,
      publish: async () => {
        if (isPublished && !(await this.has(digests.sha256))) throw new StagedGone();
        if (ended) return;
        try {
          await this.publish(name, digests.sha256, () => (ended = isPublished = true));
        } catch (error) {
          throw asStorageError(error);
        }
      },
      discard: async () => {
        if (ended) return;
        ended = true;
        await this.staging.discard(name);
      },
    };
  }

  open(digest: string, range: BlobRange): Promise<Readable> {
    return this.reader.open(digest, range);
  }

  async read(digest: string, size: number): Promise<Buffer> {
    const file = await this.reader.file(digest);
    try {
      const buffer = Buffer.allocUnsafe(size);
      for (let done = 0; done < size;) {
        const { bytesRead } = await file.read(buffer, done, size - done, done);
        if (bytesRead === 0) throw new Error(`blob ${digest} is shorter than ${size} bytes`);
        done += bytesRead;
      }
      return buffer;
    } finally {
      await file.close();
    }
  }

  has(digest: string): Promise<boolean> {
    return this.reader.has(digest);
  }

  async delete(digest: string): Promise<void> {
    await this.inShard(digest, unlink).catch(unlessMissing);
  }

  /** Only digests become names of files; anything else is a fault of the caller. */
  locate(digest: string): string {
    return join(this.root, this.shards.pathOf(checkedDigest(digest)));
  }

  free(): Promise<number> {
    return this.disk.left();
  }

  async check(): Promise<void> {
    await this.disk.left();
  }

  async sweep(options: SweepOptions): Promise<SweepReport> {
    let seen = 0;
    let removed = 0;
    for (const shard of shardNames) {
      if (options.signal?.aborted) return { seen, removed, staged: 0 };
      const names = await this.shards.within(shard, (open) => readdir(open.at('')));
      const digests = names.filter((name) => /^[0-9a-f]{62}$/.test(name)).map((name) => shard + name);
      seen += digests.length;
      for (let at = 0; at < digests.length; at += sweepBatch)
        for (const digest of await options.unreferenced(digests.slice(at, at + sweepBatch)))
          if (
            !options.signal?.aborted &&
            (await this.isOlder(digest, options.olderThan)) &&
            (await options.remove(digest, () => this.delete(digest)))
          )
            removed += 1;
    }
    return { seen, removed, staged: await this.staging.sweep() };
  }

  async close(): Promise<void> {
    await this.threads.close();
    await this.staging.remove();
  }

  /** `taken`: called when nothing is staged any more. */
  private async publish(name: string, digest: string, taken: () => void): Promise<void> {
    await this.shards.within(checkedDigest(digest).slice(0, 2), async (shard) => {
      await this.taking(name, async (path) => {
        if ((await isFileAt(path)) === false) throw new Error('what was staged is no file');
        await rename(path, shard.at(digest.slice(2)));
      });
      taken();
      await shard.sync();
    });
  }

  private async taking(name: string, act: (path: string) => Promise<void>): Promise<void> {
    try {
      await this.staging.within(name, act);
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? new StagedGone(error) : error;
    }
  }

  /** What `act` answers of the place of a blob. */
  private inShard<T>(digest: string, act: (path: string) => Promise<T>): Promise<T> {
    return this.shards.within(checkedDigest(digest).slice(0, 2), (shard) => act(shard.at(digest.slice(2))));
  }

  private async receive(
    name: string,
    source: AsyncIterable<Uint8Array>,
    limit: number,
  ): Promise<{ size: number; digests: BlobDigests }> {
    const file = await this.staging.create(name);
    const writer = new UploadWriter(new FileSink(file), this.threads, this.memory, limit);
    try {
      for await (const piece of source) {
        if (!(await this.disk.take(piece.length))) throw new StorageFull();
        await writer.write(piece);
      }
      const digests = await writer.finish();
      await file.datasync();
      return { size: writer.size, digests };
    } catch (error) {
      await this.staging.discard(name);
      throw error;
    } finally {
      await writer.end();
      await file.close();
    }
  }

  private async isOlder(digest: string, age: number): Promise<boolean> {
    const look = await this.inShard(digest, (path) => lstat(path)).catch(unlessMissing);
    return look !== undefined && look.mtimeMs < Date.now() - age;
  }
}
