import { limitedOwner, type StorageOwner } from '@holdfast/contracts';
import { StorageRounds } from '@holdfast/platform/leases';
import { log } from '@holdfast/platform/observability';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FileCall } from '../artifact-file/file-call.js';
import { UsageStore } from '../artifact-file/usage.store.js';
import { StorageLedger } from './storage-ledger.js';

const atOnce = 1_000;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Tells what repositories store, as whole sums: in rounds where there is no limit, and at once where there is one. */
@Injectable()
export class StorageReports implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds: StorageRounds;

  constructor(
    private readonly usage: UsageStore,
    private readonly ledger: StorageLedger,
  ) {
    const some = async (repositories: readonly string[]) => ledger.report(await usage.of(repositories));
    this.rounds = new StorageRounds({ some, all: (ended) => this.tellAll(ended) }, atOnce);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  /** When the last transfers have ended, while the ledger and the database are still there. */
  onApplicationShutdown(): Promise<void> {
    return this.rounds.stop({ last: true });
  }

  /** After a change was committed, and before it is answered: room that came free can be used then. */
  async changed(call: FileCall): Promise<void> {
    this.note(call.repository.uuid);
    const owner = limitedOwner(call.principal.company, call.project, call.repository);
    if (owner) await this.settle(owner, []);
  }

  /** What the repository stores may have changed: it is told with the next round. */
  note(repository: string): void {
    this.rounds.note(repository);
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

  private async tellAll(ended: () => boolean): Promise<void> {
    for (let after: string | undefined = nobody; after !== undefined && !ended();) {
      const usages = await this.usage.after(after, atOnce);
      if (usages.length > 0) await this.ledger.report(usages);
      after = usages.length < atOnce ? undefined : usages[atOnce - 1].repository;
    }
  }
}
