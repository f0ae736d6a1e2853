import { artifactCalls, type AskBlobMove, type BlobMoveLine, type KnownBlobMove } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { blobStores, type BlobStores, type NamedStore } from '../blob-stores.js';
import { StoreOwnerStore } from '../retention/store-owner.store.js';
import { BlobMoveStore } from './blob-move.store.js';
import { lineOfMove } from './blob-move.view.js';
import { BlobMover } from './blob-mover.js';
import { areSame } from './blob-work.js';
import { otherStores } from './move-run.js';
import { namesOf } from './store-names.js';
import { StoreUseStore } from './store-use.store.js';

/** What the operator asks about moves of blobs. */
@Controller()
export class BlobMoveService {
  constructor(
    private readonly moves: BlobMoveStore,
    private readonly mover: BlobMover,
    private readonly uses: StoreUseStore,
    private readonly owners: StoreOwnerStore,
    @Inject(blobStores) private readonly stores: BlobStores,
  ) {}

  /** Begins one, or answers that which runs. */
  @HandlesCall(artifactCalls.moveBlobs)
  async begin(_ctx: CallContext, { checks }: AskBlobMove): Promise<BlobMoveLine> {
    const names = namesOf(this.stores);
    if (!checks) await this.refuseImpossible();
    const row = await this.moves.begin(checks ? { ...names, former: null } : names, checks);
    if (row.checks !== checks)
      throw DomainError.forbidden(
        `a ${row.checks ? 'check' : 'move'} of blobs runs: wait for its end, or say holdfast blobs stop`,
      );
    this.mover.wake();
    return lineOfMove(row);
  }

  @HandlesCall(artifactCalls.lastBlobMove)
  async last(): Promise<KnownBlobMove> {
    const row = await this.moves.last();
    return { move: row ? lineOfMove(row) : null };
  }

  @HandlesCall(artifactCalls.stopBlobMove)
  async stop(): Promise<void> {
    await this.moves.stop();
  }

  private async refuseImpossible(): Promise<void> {
    const { into, former } = this.stores;
    if (!former)
      throw DomainError.forbidden(
        `blobs lie in ${into.name} only: HOLDFAST_BLOBS_OTHER_URL names the store from which they are to be moved`,
      );
    const other = await this.uses.others(namesOf(this.stores));
    if (other) throw DomainError.forbidden(otherStores(other));
    for (const named of [into, former]) await this.refuseForeign(named);
    if (await areSame(into, former))
      throw DomainError.forbidden(`${into.name} and ${former.name} are the same store`);
  }

  private async refuseForeign({ name, store }: NamedStore): Promise<void> {
    const uuid = await this.owners.uuid();
    if ((await store.owner.claim(uuid)) !== uuid)
      throw DomainError.forbidden(
        `the blobs in ${name} are another installation's: see the file "owner" there`,
      );
  }
}
