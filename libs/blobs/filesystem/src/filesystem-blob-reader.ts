import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BlobMissing, type BlobRange, type BlobReader } from '@holdfast/blob-spi';
import { FilesBelow } from '@holdfast/kernel';
import { checkedDigest, ShardDirectories } from './shard-directories.js';
import { codeOf, isFileAt } from './system-errors.js';

const readBytes = 256 * 1024;

/** Reads the blobs of a `FilesystemBlobStore`, and writes nothing: no right to do so is needed. */
export class FilesystemBlobReader implements BlobReader {
  private readonly shards: ShardDirectories;

  constructor(private readonly files: FilesBelow) {
    this.shards = new ShardDirectories(files);
  }

  /** `root`: absolute. */
  static at(root: string): FilesystemBlobReader {
    return new FilesystemBlobReader(new FilesBelow(root));
  }

  async open(digest: string, { offset, length }: BlobRange): Promise<Readable> {
    const file = await this.file(digest);
    if (length === 0) {
      await file.close();
      return Readable.from([]);
    }
    return file.createReadStream({ start: offset, end: offset + length - 1, highWaterMark: readBytes });
  }

  async has(digest: string): Promise<boolean> {
    const name = checkedDigest(digest);
    return (
      (await this.shards.within(name.slice(0, 2), (shard) => isFileAt(shard.at(name.slice(2))))) === true
    );
  }

  /** The file of a blob. @throws BlobMissing */
  async file(digest: string): Promise<FileHandle> {
    try {
      return await this.files.open(this.shards.pathOf(checkedDigest(digest)));
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? new BlobMissing(digest) : error;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
