import { log } from '@holdfast/platform/observability';
import { directorySize } from '@holdfast/vcs-spi';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Placement } from '../placement/placement.js';
import { RepositoryTypes } from '../repository/repository-types.js';
import { RepositoryStorageStore, type Measured } from './repository-storage.store.js';
import { StorageBook } from './storage-book.js';

/** How long after a write a repository is measured (ms): a busy one not after each of them. */
const settledAfter = 5_000;
/** How soon after the start everything is measured, and how often after that (ms). */
const first = 2_000;
const later = 60 * 60 * 1_000;
const atOnce = 200;
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Measures the directories of this node's repositories: each soon after it was written to, and all of them after a
 * start, since nobody knows what was written before it. What cannot be told now is told with the next turn.
 */
@Injectable()
export class StorageMeter implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly touched = new Set<string>();
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private lastVersion = 0;
  private ended = false;

  constructor(
    private readonly placement: Placement,
    private readonly types: RepositoryTypes,
    private readonly store: RepositoryStorageStore,
    private readonly book: StorageBook,
  ) {}

  onApplicationBootstrap(): void {
    this.timers = [
      setInterval(() => this.turn(() => this.measureTouched()), settledAfter),
      setTimeout(() => this.turn(() => this.measureAll()), first),
      setInterval(() => this.turn(() => this.measureAll()), later),
    ].map((timer) => timer.unref());
  }

  async onModuleDestroy(): Promise<void> {
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
    await this.running;
  }

  /** Something was written in the directory. */
  wrote(directory: string): void {
    this.touched.add(directory);
  }

  /** Measures a directory and tells it at once, with the leases that its bytes have been under. */
  async settle(directory: string, ended: readonly string[]): Promise<void> {
    await this.book.record([await this.measured(directory)], ended);
  }

  /** One turn at a time, at the pace of one disk. */
  private turn(work: () => Promise<void>): void {
    if (this.running || this.ended) return;
    this.running = work()
      .catch((err: unknown) => log.warn({ err }, 'what repositories store could not be told'))
      .finally(() => (this.running = undefined));
  }

  private async measureTouched(): Promise<void> {
    while (this.touched.size > 0 && !this.ended) {
      const directories = [...this.touched].slice(0, atOnce);
      for (const directory of directories) this.touched.delete(directory);
      await this.tell(directories);
    }
  }

  /** Then the ledger is compared with the catalogue: neither tells the other all that ends. */
  private async measureAll(): Promise<void> {
    const types = this.types.kinds.map(({ id }) => id);
    for (let after: string | undefined = nobody; after !== undefined && !this.ended;) {
      const part = await this.store.onNode(after, this.placement.node, types, atOnce);
      await this.tell(part.map((each) => this.placement.directory(each)));
      after = part.length < atOnce ? undefined : part[atOnce - 1].uuid;
    }
    if (!this.ended) await this.book.compare();
  }

  private async tell(directories: readonly string[]): Promise<void> {
    try {
      const measured: Measured[] = [];
      for (const directory of directories) measured.push(await this.measured(directory));
      if (measured.length > 0) await this.book.record(measured);
    } catch (error) {
      for (const directory of directories) this.touched.add(directory);
      throw error;
    }
  }

  /** The version is the time at which the measure began, so that what was written since belongs to a later one. */
  private async measured(directory: string): Promise<Measured> {
    const version = (this.lastVersion = Math.max(Date.now(), this.lastVersion + 1));
    return { repository: this.placement.uuidOf(directory), bytes: await directorySize(directory), version };
  }
}
