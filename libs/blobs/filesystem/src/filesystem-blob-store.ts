import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  BlobMissing,
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
import { DiskRoom } from '@holdfast/kernel';
import { FileSink } from './file-sink.js';
import { ShardDirectories, shardNames } from './shard-directories.js';
import { Staging } from './staging.js';
import { asStorageError, codeOf, isMissing } from './system-errors.js';

const readBytes = 256 * 1024;
/** 8 MiB. */
const mostParts = 32;
const sweepBatch = 1000;

/**
 * Blobs as files of one directory, which several machines may share:
 *
 *   <root>/blobs/<2 hex>/<62 hex>     the content whose SHA-256 the two parts are
 *   <root>/staging/<process>/<n>      an upload under way
 *
 * An upload is written and synced in `staging`, then renamed into `blobs`, and the directory synced: a blob is there
 * whole and durable, or not at all.
 */
export class FilesystemBlobStore implements BlobStore {
  private readonly memory = new PartMemory(mostParts);
  private readonly threads = new WritingThreads(Math.max(1, Math.min(4, availableParallelism() - 1)));
  private readonly shards: ShardDirectories;
  private readonly staging: Staging;

  private constructor(
    private readonly root: string,
    private readonly disk: DiskRoom,
  ) {
    this.staging = new Staging(join(root, 'staging'));
    this.shards = new ShardDirectories(join(root, 'blobs'));
  }

  /**
   * Makes what is missing below `root`, an absolute path, and removes what dead processes of this machine left. `disk`:
   * how much room there is.
   */
  static async open(root: string, disk = new DiskRoom(root)): Promise<FilesystemBlobStore> {
    const store = new FilesystemBlobStore(root, disk);
    await store.staging.prepare();
    await store.shards.prepare();
    await store.staging.sweep();
    return store;
  }

  async stage(source: AsyncIterable<Uint8Array>, { limit = Infinity } = {}): Promise<StagedBlob> {
    const name = this.staging.nextName();
    try {
      return this.adopt({ name, ...(await this.receive(this.staging.pathOf(name), source, limit)) });
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
    const path = this.staging.pathOf(name);
    let ended = false;
    return {
      name,
      size,
      digests,
      publish: async () => {
        if (ended) return;
        const target = this.locate(digests.sha256);
        try {
          await rename(path, target);
          ended = true;
          await this.shards.sync(digests.sha256.slice(0, 2));
        } catch (error) {
          if (codeOf(error) === 'ENOENT' && !ended && (await isMissing(path))) throw new StagedGone(error);
          throw asStorageError(error);
        }
      },
      discard: async () => {
        if (ended) return;
        ended = true;
        await rm(path, { force: true });
      },
    };
  }

  async open(digest: string, { offset, length }: BlobRange): Promise<Readable> {
    const file = await this.openFile(digest);
    if (length === 0) {
      await file.close();
      return Readable.from([]);
    }
    return file.createReadStream({ start: offset, end: offset + length - 1, highWaterMark: readBytes });
  }

  async read(digest: string, size: number): Promise<Buffer> {
    const file = await this.openFile(digest);
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

  async has(digest: string): Promise<boolean> {
    return !(await isMissing(this.locate(digest)));
  }

  async delete(digest: string): Promise<void> {
    await rm(this.locate(digest), { force: true });
  }

  /** Only digests become names of files; anything else is a fault of the caller. */
  locate(digest: string): string {
    if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('not a SHA-256 in lower-case hex');
    return join(this.root, 'blobs', digest.slice(0, 2), digest.slice(2));
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
      const names = await readdir(join(this.root, 'blobs', shard));
      const digests = names.filter((name) => /^[0-9a-f]{62}$/.test(name)).map((name) => shard + name);
      seen += digests.length;
      for (let at = 0; at < digests.length; at += sweepBatch)
        for (const digest of await options.unreferenced(digests.slice(at, at + sweepBatch)))
          if (
            (await this.isOlder(digest, options.olderThan)) &&
            (await options.remove(digest, () => this.delete(digest)))
          )
            removed += 1;
    }
    return { seen, removed, staged: await this.staging.sweep() };
  }

  async close(): Promise<void> {
    await this.threads.close();
    await this.shards.close();
    await this.staging.remove();
  }

  private async receive(
    path: string,
    source: AsyncIterable<Uint8Array>,
    limit: number,
  ): Promise<{ size: number; digests: BlobDigests }> {
    const file = await this.create(path);
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
      await rm(path, { force: true });
      throw error;
    } finally {
      await writer.end();
      await file.close();
    }
  }

  /** Another machine may have taken the empty directory of a store that was idle for long. */
  private async create(path: string): Promise<FileHandle> {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      await this.staging.prepare();
      return open(path, 'wx', 0o600);
    }
  }

  private async openFile(digest: string): Promise<FileHandle> {
    try {
      return await open(this.locate(digest), 'r');
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? new BlobMissing(digest) : error;
    }
  }

  private async isOlder(digest: string, age: number): Promise<boolean> {
    try {
      return (await stat(this.locate(digest))).mtimeMs < Date.now() - age;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }
}
