import { performance } from 'node:perf_hooks';
import type { BlobStore, SweepOptions, SweepReport } from '@holdfast/blob-spi';
import { log } from '@holdfast/platform/observability';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FileStore } from '../artifact-file/file.store.js';
import { DoomedBlobStore } from '../artifact-file/doomed-blob.store.js';
import { FreedBytes } from '../artifact-file/freed-bytes.js';
import { HeldChecksumStore } from '../artifact-file/held-checksum.store.js';
import { blobLock } from '../artifact-file/place.js';
import { blobStore } from '../blob-stores.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { shareBackupLock } from './backup-hold.query.js';
import { StoreClaim } from './store-claim.js';
import { isMuch, laterPasses, nextLook } from './sweep-pace.rules.js';

/** After a start once soon, once when what a crash left is old enough, then every hour, or when much came free (ms). */
const firstPass = 5_000;
const orphanAge = 60_000;
const nothing: SweepReport = { seen: 0, removed: 0, staged: 0 };

/**
 * Removes blobs that no file refers to: of deleted and replaced files, and of uploads that ended between the blob and
 * its row. An upload holds the lock of its blob until its row is there, so that a sweep never takes what is about to
 * be referred to. Where a removal may linger, the blob is doomed under that lock, and removed without it: no lock lasts
 * as long as a bucket may take. While a backup is made none goes: it may have a reference of before. Nor does any of a
 * store that is another installation's.
 */
@Injectable()
export class OrphanSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private readonly ending = new AbortController();
  private passed = -Infinity;
  private isAgain = false;

  constructor(
    private readonly source: DataSource,
    private readonly files: FileStore,
    private readonly held: HeldChecksumStore,
    private readonly doomed: DoomedBlobStore,
    private readonly freed: FreedBytes,
    private readonly claim: StoreClaim,
    @Inject(blobStore) private readonly blobs: BlobStore,
  ) {}

  onApplicationBootstrap(): void {
    this.plan(firstPass);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    await this.running;
    await this.blobs.close();
  }

  /** Sweeps if it is time: what is replaced again and again must not fill the disk before the hour is over. */
  async look(): Promise<void> {
    const much = isMuch(this.freed.known, await this.blobs.free());
    const isDue = much || this.isAgain || performance.now() - this.passed >= laterPasses;
    if (!isDue) return;
    // What is too young for this pass goes with one that follows it.
    this.isAgain = much || this.passed === -Infinity;
    this.passed = performance.now();
    this.freed.forget();
    const report = await this.sweep();
    if (report.removed + report.staged > 0) log.info(report, 'swept the blob store');
  }

  /**
   * Sweeps now what is older than `olderThan` milliseconds. What cannot be removed keeps nothing else from it.
   * @throws the first of the errors, afterwards
   */
  async sweep(olderThan = orphanAge): Promise<SweepReport> {
    const failures: unknown[] = [];
    const failed = (error: unknown): void => {
      if (failures.length === 0) failures.push(error);
    };
    await this.held.forgetExpired().catch(failed);
    await this.doomed.forgetExpired().catch(failed);
    if (!(await this.claim.holds())) return nothing;
    const remove: SweepOptions['remove'] = async (digest, unlink, lingers) => {
      if (lingers === undefined)
        return (await this.unlessReferred(digest, () => unlink().then(() => true))) ?? false;
      const doomed = Date.now();
      const until = await this.unlessReferred(digest, (tx) => this.doomed.doom(tx, digest, lingers));
      if (until === undefined) return false;
      // A process that stood still would ask for a removal when nobody waits for it any more.
      const isAsked = Date.now() - doomed < lingers / 2;
      if (isAsked) await unlink();
      await this.doomed.settle(digest, until);
      return isAsked;
    };
    const report = await this.blobs.sweep({
      olderThan,
      signal: this.ending.signal,
      // It may have become another's meanwhile.
      unreferenced: async (digests) => ((await this.claim.holds()) ? this.files.unreferenced(digests) : []),
      remove: (...one) =>
        remove(...one).catch((error: unknown) => {
          failed(error);
          return false;
        }),
    });
    if (failures.length > 0) throw failures[0];
    return report;
  }

  /** Does something while nobody can refer to the blob. Undefined: somebody does, and nothing was done. */
  private unlessReferred<T>(digest: string, work: (tx: EntityManager) => Promise<T>): Promise<T | undefined> {
    return lockedTransaction(this.source, [blobLock(digest, true)], async (tx) => {
      if (this.ending.signal.aborted || (await this.files.isReferenced(tx, digest))) return undefined;
      const [{ shared }] = await shareBackupLock(tx, []);
      return shared ? work(tx) : undefined;
    });
  }

  private plan(next: number): void {
    this.timer = setTimeout(() => {
      const began = performance.now();
      this.running = this.run().finally(() => {
        if (!this.ending.signal.aborted) this.plan(nextLook(performance.now() - began));
      });
    }, next).unref();
  }

  private async run(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      log.warn({ err: error }, 'the blob store could not be swept');
    }
  }
}
