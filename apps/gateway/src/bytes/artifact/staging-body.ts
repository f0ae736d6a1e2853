import type { Writable } from 'node:stream';
import { StorageFull, type BlobStore, type StagedBlob } from '@holdfast/blob-spi';
import type { StagedBody } from '@holdfast/contracts';
import { giveUp, type Exchange } from '../exchange.js';
import { Refusal } from '../refusal.js';
import type { UpstreamBody } from '../upstream/upstream-body.js';
import { Pieces } from './pieces.js';

/** An upload that is staged here: its bytes go into the store, and the artifact service is told which they are. */
export class StagingBody {
  private readonly body = new Pieces();
  private readonly staged: Promise<StagedBlob | undefined>;
  private isTold = false;
  private isOver = false;

  /** `outgoing`: gets the description of the bytes once they have all come and are durable. */
  constructor(
    private readonly exchange: Exchange,
    store: BlobStore,
    private readonly outgoing: UpstreamBody,
  ) {
    outgoing.once('close', () => this.body.destroy());
    this.staged = store.stage(this.body).then(
      (staged) => this.tell(staged),
      (error: unknown) => this.fail(error),
    );
  }

  /** Where the bytes are to be written. */
  get bytes(): Writable {
    return this.body;
  }

  /** The service has answered: what it was told of is its own now, and nothing else is wanted any more. */
  async ended(): Promise<void> {
    if (this.isTold) this.isOver = true;
    else await this.discard();
  }

  /** Leaves nothing of what the service has not taken over. */
  async discard(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.body.destroy();
    await (await this.staged)?.discard();
  }

  private tell(staged: StagedBlob): StagedBlob {
    const { name, size, digests } = staged;
    this.outgoing.endWith(Buffer.from(JSON.stringify({ name, size, digests } satisfies StagedBody)));
    this.isTold = true;
    return staged;
  }

  private fail(error: unknown): undefined {
    if (error instanceof StorageFull) giveUp(this.exchange, new Refusal(507, 'the storage is full'));
    this.outgoing.destroy(error as Error);
  }
}
