import { identityCalls } from '@holdfast/contracts';
import { Rpc } from '@holdfast/platform/rpc';
import type { OngoingTransfer, TransferStanding } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import type { TransferCaller } from './transfer-caller.js';
import { storageOwnerOf } from './writer-standings.js';
import { isLimitTighter, otherLimit, refusalReason, transferRefusal } from './transfer.rules.js';

/** Milliseconds for an answer. */
const patience = 9_000;

/** Says whether transfers that were opened a while ago are still allowed, by what holds at that moment. */
@Injectable()
export class TransferStandings {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: RepositoryStore,
    private readonly types: RepositoryTypes,
  ) {}

  /** Fails when identity or the database does not answer. */
  async of({ kind, service, repository, principal, writes }: OngoingTransfer): Promise<TransferStanding> {
    const { requestId, standing, storage } = principal as TransferCaller;
    const ctx = { requestId, deadline: Date.now() + patience };
    const [present, row] = await Promise.all([
      this.rpc.call(identityCalls.standing, ctx, standing),
      this.store.findByUuid(repository),
    ]);
    const { door } = this.types.of(kind);
    const effect = door?.transfers[service];
    const refusal = row && effect ? transferRefusal(effect, present, stateOf(row)) : 'hidden';
    if (refusal) return { allowed: false, reason: refusalReason(refusal, door?.http.writing) };
    // What was opened to read is counted under no limit, and brings nothing: it may ask for a write to come.
    const now = writes && row ? storageOwnerOf(row, present.project) : undefined;
    return isLimitTighter(storage, now) ? { allowed: false, reason: otherLimit } : { allowed: true };
  }
}

const stateOf = ({ deletedAt, mirror }: RepositoryRow) => ({
  deactivated: Boolean(deletedAt),
  mirrored: mirror === 'pull',
});
