import { artifactCalls, filesRemoved, type FilesRemoved, type PurgeFiles } from '@holdfast/contracts';
import { DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockedTransaction } from '../database/locked-transaction.js';
import { RemovalStore } from '../removal/removal.store.js';

/** Removes the files of repositories that are about to be removed; the sweep of the blob store does the rest. */
@Controller()
export class PurgeService {
  constructor(
    private readonly source: DataSource,
    private readonly removals: RemovalStore,
    private readonly rpc: Rpc,
  ) {}

  /** Nothing writes any more to a repository that is purged: no lock is needed. */
  @HandlesCall(artifactCalls.purge)
  async run(_ctx: CallContext, { repository }: PurgeFiles): Promise<void> {
    if (!isUuid(repository)) throw DomainError.notFound();
    try {
      await lockedTransaction(this.source, [], (tx) => this.removals.removeAll(tx, repository));
    } finally {
      this.rpc.tell(filesRemoved, { repository } satisfies FilesRemoved);
    }
  }
}
