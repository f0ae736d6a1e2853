import { limitedOwner, type StorageOwner } from '@holdfast/contracts';
import { log } from '@holdfast/platform/observability';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { FileCall } from '../artifact-file/file-call.js';
import { UsageStore } from '../artifact-file/usage.store.js';
import { StorageLedger } from './storage-ledger.js';

/** How long what has changed waits to be told where no limit hangs on it (ms). */
const pause = 5_000;
/** How soon after the start everything is told, and how often after that (ms). */
const first = 2_000;
const later = 60 * 60 * 1_000;
const atOnce = 1_000;
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Tells what repositories store, as whole sums: together and a little later where there is no limit, and at once where
 * there is one. All of it is told after a start, since nobody knows what a killed process did not tell.
 */
@Injectable()
export class StorageReports implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly repositories = new Set<string>();
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly usage: UsageStore,
    private readonly ledger: StorageLedger,
  ) {}

  onApplicationBootstrap(): void {
    this.timers = [
      setInterval(() => this.turn(() => this.tellChanged()), pause),
      setTimeout(() => this.turn(() => this.tellAll()), first),
      setInterval(() => this.turn(() => this.tellAll()), later),
    ].map((timer) => timer.unref());
  }

  async onModuleDestroy(): Promise<void> {
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
    await this.running;
  }

  /** After a change was committed, and before it is answered: room that came free can be used then. */
  async changed(call: FileCall): Promise<void> {
    this.note(call.repository.uuid);
    const owner = limitedOwner(call.principal.company, call.project, call.repository);
    if (owner) await this.settle(owner, []);
  }

  /** What the repository stores may have changed: it is told with the next turn. */
  note(repository: string): void {
    this.repositories.add(repository);
  }

  /** Tells what the repository stores now, and which leases end with it. What fails is told later, or expires. */
  async settle({ place }: StorageOwner, ended: string[]): Promise<void> {
    try {
      const usages = await this.usage.of([place.repository]);
      await this.ledger.settle(
        usages.map((usage) => ({ ...usage, ...place })),
        ended,
      );
    } catch (err) {
      log.warn({ err, repository: place.repository }, 'the ledger did not hear of a change');
    }
  }

  private turn(work: () => Promise<void>): void {
    if (this.running || this.ended) return;
    this.running = work()
      .catch((err: unknown) => log.warn({ err }, 'what repositories store could not be told'))
      .finally(() => (this.running = undefined));
  }

  private async tellChanged(): Promise<void> {
    while (this.repositories.size > 0 && !this.ended) {
      const part = [...this.repositories].slice(0, atOnce);
      for (const repository of part) this.repositories.delete(repository);
      try {
        await this.ledger.report(await this.usage.of(part));
      } catch (error) {
        for (const repository of part) this.repositories.add(repository);
        throw error;
      }
    }
  }

  private async tellAll(): Promise<void> {
    for (let after: string | undefined = nobody; after !== undefined && !this.ended;) {
      const usages = await this.usage.after(after, atOnce);
      if (usages.length > 0) await this.ledger.report(usages);
      after = usages.length < atOnce ? undefined : usages[atOnce - 1].repository;
    }
  }
}
