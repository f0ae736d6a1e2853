import { createHash } from 'node:crypto';
import type { BackupTarget } from './backup-target.js';

/** The objects of a bucket below a prefix, as `S3Objects` has them. */
export interface BucketObjects {
  put(name: string, bytes: Uint8Array, sha256: string): Promise<void>;
  whole(name: string): Promise<Buffer | undefined>;
  size(name: string): Promise<number | undefined>;
  list(beginning: string): AsyncIterable<{ name: string }[]>;
  remove(name: string): Promise<void>;
  close(): void;
}

/** Backups as objects of a bucket. */
export class BucketTarget implements BackupTarget {
  constructor(private readonly bucket: BucketObjects) {}

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.bucket.put(name, bytes, createHash('sha256').update(bytes).digest('hex'));
  }

  get(name: string): Promise<Buffer | undefined> {
    return this.bucket.whole(name);
  }

  async has(name: string): Promise<boolean> {
    return (await this.bucket.size(name)) !== undefined;
  }

  async *list(beginning: string): AsyncGenerator<string> {
    for await (const page of this.bucket.list(beginning)) for (const { name } of page) yield name;
  }

  remove(name: string): Promise<void> {
    return this.bucket.remove(name);
  }

  close(): Promise<void> {
    this.bucket.close();
    return Promise.resolve();
  }
}
