import { StorageRounds, type StorageTeller } from '@holdfast/platform/leases';
import { log } from '@holdfast/platform/observability';
import { sizeWithin } from '@holdfast/vcs-spi';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Placement } from '../placement/placement.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { RepositoryStorageStore, type Measured } from './repository-storage.store.js';
import { BytesUnderWay } from './bytes-under-way.js';
import { StorageBook } from './storage-book.js';

const atOnce = 200;
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Measures the directories of this node's repositories: each soon after it was written to, and now and then all of
 * them.
 */
@Injectable()
export class StorageMeter implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: StorageRounds;
  private lastVersion = 0;

  constructor(
    private readonly placement: Placement,
    private readonly types: RepositoryTypes,
    private readonly store: RepositoryStorageStore,
    private readonly book: StorageBook,
    private readonly gate: WriteGate,
    private readonly under: BytesUnderWay,
  ) {
    const telling: StorageTeller = {
      some: (directories, ended) => this.tell(directories, ended),
      all: (ended) => this.measureAll(ended),
    };
    this.rounds = new StorageRounds(telling, atOnce);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  /** Something was written in the directory. */
  wrote(directory: string): void {
    this.rounds.note(directory);
  }

  /** Measures a directory and tells it at once, with the leases that its bytes have been under. */
  async settle(directory: string, ended: readonly string[]): Promise<void> {
    // The leases of what has gone end by themselves.
    if (this.isHere(directory)) await this.book.record([await this.measured(directory, ended)], ended);
  }

  /** Then the ledger is compared with the catalogue: neither tells the other all that ends. */
  private async measureAll(ended: () => boolean): Promise<void> {
    const types = this.types.kinds.map(({ id }) => id);
    for (let after: string | undefined = nobody; after !== undefined && !ended();) {
      const part = await this.store.onNode(after, this.placement.node, types, atOnce);
      // Of a clock that was ahead some are of a time to come: what is measured now is younger all the same.
      for (const { version } of part) this.lastVersion = Math.max(this.lastVersion, version);
      await this.tell(
        part.map((each) => this.placement.directory(each)),
        ended,
      );
      after = part.length < atOnce ? undefined : part[atOnce - 1].uuid;
    }
    if (!ended()) await this.book.compare();
  }

  /** One after another, at the pace of one disk, until they have `ended`. */
  private async tell(directories: readonly string[], ended: () => boolean): Promise<void> {
    const measured: Measured[] = [];
    for (const directory of directories) {
      if (ended()) break;
      if (!this.isHere(directory)) continue;
      try {
        measured.push(await this.measured(directory));
      } catch (err) {
        // What is wrong with one keeps none of the others from being told.
        log.warn({ err, directory }, 'a repository could not be measured');
      }
    }
    if (measured.length > 0) await this.book.record(measured);
  }

  /** What another node has is measured there. */
  private isHere(directory: string): boolean {
    return this.gate.goneTo(this.placement.uuidOf(directory)) === undefined;
  }

  /**
   * The version is the time at which the measure began, so that what was written since belongs to a later one. What
   * has come of transfers that go on is taken off, as it was then: it counts by their leases, and counts once. Only as
   * much is taken off as lies where things come in: the rest may be in the memory of a program, or be stored already,
   * and counts twice for a moment. What came under leases that have `ended` counts as stored from then on, in measures
   * of rounds as well: of a younger one the ledger would believe that it is not there.
   */
  private async measured(directory: string, ended: readonly string[] = []): Promise<Measured> {
    const version = (this.lastVersion = Math.max(Date.now(), this.lastVersion + 1));
    this.under.end(directory, ended);
    const under = this.under.in(directory);
    const { type } = this.placement.madeOf(directory);
    const { all, part } = await sizeWithin(directory, this.types.find(type)?.incoming);
    const bytes = all - Math.min(under, part);
    return { repository: this.placement.uuidOf(directory), bytes, version };
  }
}
