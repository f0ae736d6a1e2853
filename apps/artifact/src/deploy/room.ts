import type { BlobStore } from '@holdfast/blob-spi';
import { Inject, Injectable } from '@nestjs/common';
import { artifactEnv, type ArtifactEnv } from '../artifact.env.js';
import { limitLock } from '../artifact-file/place.js';
import { UsageStore } from '../artifact-file/usage.store.js';
import { takeLocks, type Connection } from '../database/locked-transaction.js';
import { blobStore } from '../blob-stores.js';

/** How long a look at the disk and at the sums holds. */
const VALID = 1000;

/** How much can still be stored: what the disk holds, and what the installation's limit leaves. */
@Injectable()
export class Room {
  private known: { until: number; bytes: Promise<number> } = { until: 0, bytes: Promise.resolve(0) };

  constructor(
    private readonly usage: UsageStore,
    @Inject(blobStore) private readonly blobs: BlobStore,
    @Inject(artifactEnv) private readonly env: ArtifactEnv,
  ) {}

  /** Bytes; a second old at most. */
  left(): Promise<number> {
    const now = Date.now();
    if (now >= this.known.until) this.known = { until: now + VALID, bytes: this.measure() };
    return this.known.bytes;
  }

  /** Whether the limit leaves room for so many bytes more; without a limit the disk itself says when it is full. */
  async allows(connection: Connection, bytes: number): Promise<boolean> {
    const { storageLimit } = this.env;
    if (storageLimit === undefined || bytes <= 0) return true;
    await takeLocks(connection, [limitLock]);
    return (await this.usage.totalBytesNow(connection)) + bytes <= storageLimit;
  }

  private async measure(): Promise<number> {
    const { storageLimit } = this.env;
    const free = await this.blobs.free();
    if (storageLimit === undefined) return free;
    return Math.min(free, Math.max(0, storageLimit - (await this.usage.totalBytes())));
  }
}
