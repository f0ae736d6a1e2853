import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FileStore } from '../artifact-file/file.store.js';
import { referredAfter } from './referred-blob.query.js';

/** A blob to which files refer, by its SHA-256 in lower-case hex; bytes. */
export interface ReferredBlob {
  readonly sha256: string;
  readonly size: number;
}

/** Some of them in the order of their digests. */
export interface ReferredPage {
  readonly blobs: readonly ReferredBlob[];
  /** The digest up to which these are all; undefined: there are no more. */
  readonly place: Buffer | undefined;
}

const perPage = 100;
const beginning = Buffer.alloc(0);

/** The blobs to which the database refers. */
@Injectable()
export class ReferredBlobStore {
  constructor(
    private readonly source: DataSource,
    private readonly files: FileStore,
  ) {}

  async after(place: Buffer | null): Promise<ReferredPage> {
    const rows = await referredAfter(this.source, [place ?? beginning, perPage]);
    const blobs = new Map(rows.map(({ digest, size }) => [digest.toString('hex'), Number(size)]));
    return {
      blobs: [...blobs].map(([sha256, size]) => ({ sha256, size })),
      place: rows.at(-1)?.digest,
    };
  }

  isReferred({ sha256 }: ReferredBlob): Promise<boolean> {
    return this.files.isReferenced(this.source.manager, sha256);
  }

  isReachable(): Promise<void> {
    return this.files.isReachable();
  }
}
