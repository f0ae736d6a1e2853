import type { BlobStore, SweepReport } from '@holdfast/blob-spi';
import { log } from '@holdfast/platform/observability';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FileStore } from '../artifact-file/file.store.js';
import { DoomedBlobStore } from '../artifact-file/doomed-blob.store.js';
import { HeldChecksumStore } from '../artifact-file/held-checksum.store.js';
import { blobLock } from '../artifact-file/place.js';
import { blobStore } from '../blob-stores.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { shareBackupLock } from './backup-hold.query.js';

/** After a start once soon, once when what a crash left is old enough, then every hour. */
const firstPass = 5_000;
const secondPass = 90_000;
const laterPasses = 60 * 60 * 1000;
const orphanAge = 60_000;

/**
 * Removes blobs that no file refers to: of deleted and replaced files, and of uploads that ended between the blob and
 * its row. An upload holds the lock of its blob until its row is there, so that a sweep never takes what is about to
 * be referred to. Where a removal may linger, the blob is doomed under that lock, and removed without it: no lock lasts
 * as long as a bucket may take. While a backup is made none goes: it may have a reference of before.
 */
@Injectable()
export class OrphanSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private ended = false;

  constructor(
    private readonly source: DataSource,
    private readonly files: FileStore,
    private readonly held: HeldChecksumStore,
    private readonly doomed: DoomedBlobStore,
    @Inject(blobStore) private readonly blobs: BlobStore,
  ) {}

  onApplicationBootstrap(): void {
    this.plan([firstPass, secondPass]);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.running;
    await this.blobs.close();
  }

  /** Sweeps now what is older than `olderThan` milliseconds. */
  async sweep(olderThan = orphanAge): Promise<SweepReport> {
    await this.held.forgetExpired();
    await this.doomed.forgetExpired();
    const { removalLingers: lingers } = this.blobs;
    return this.blobs.sweep({
      olderThan,
      unreferenced: (digests) => this.files.unreferenced(digests),
      remove: async (digest, unlink) => {
        if (lingers === undefined) return this.unlessReferred(digest, unlink);
        const isMine = await this.unlessReferred(digest, (tx) => this.doomed.doom(tx, digest, lingers));
        if (!isMine) return false;
        await unlink();
        await this.doomed.settle(digest);
        return true;
      },
    });
  }

  /** Does something while nobody can refer to the blob, unless somebody does. Answers whether it was done. */
  private unlessReferred(
    digest: string,
    work: (tx: EntityManager) => Promise<boolean | void>,
  ): Promise<boolean> {
    return lockedTransaction(this.source, [blobLock(digest, true)], async (tx) => {
      if (this.ended || (await this.files.isReferenced(tx, digest))) return false;
      const [{ shared }] = await shareBackupLock(tx, []);
      if (!shared) return false;
      return (await work(tx)) ?? true;
    });
  }

  private plan([next = laterPasses, ...rest]: readonly number[]): void {
    this.timer = setTimeout(() => {
      this.running = this.run().finally(() => {
        if (!this.ended) this.plan(rest);
      });
    }, next).unref();
  }

  private async run(): Promise<void> {
    try {
      const report = await this.sweep();
      if (report.removed + report.staged > 0) log.info(report, 'swept the blob store');
    } catch (error) {
      log.warn({ err: error }, 'the blob store could not be swept');
    }
  }
}
