import type { BlobStore } from '@holdfast/blob-spi';
import { Inject, Injectable } from '@nestjs/common';
import { blobStore } from '../blob-stores.js';

/** How long a look at the disk holds. */
const validFor = 1000;

/** How much the disk can still hold. */
@Injectable()
export class FreeSpace {
  private known: { until: number; bytes: Promise<number> } = { until: 0, bytes: Promise.resolve(0) };

  constructor(@Inject(blobStore) private readonly blobs: BlobStore) {}

  /** Bytes; a second old at most. */
  left(): Promise<number> {
    const now = Date.now();
    if (now >= this.known.until) this.known = { until: now + validFor, bytes: this.blobs.free() };
    return this.known.bytes;
  }
}
