import { randomUUID } from 'node:crypto';
import { log } from '@holdfast/platform/observability';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { blobStores, type BlobStores } from '../blob-stores.js';
import { BlobMoveStore } from './blob-move.store.js';
import { MoveRun } from './move-run.js';
import { namesOf } from './store-names.js';
import { StoreUseStore } from './store-use.store.js';
import { ReferredBlobStore } from './referred-blob.store.js';

/** Milliseconds. Who asks wakes the process that he asks; what another one has left is seen by then. */
const lookEvery = 10_000;
const first = 1_000;

/** Says which stores this process has, and moves the blobs where that was asked for and nobody else does it. */
@Injectable()
export class BlobMover
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  private readonly id = randomUUID();
  private readonly timers: NodeJS.Timeout[] = [];
  private noting: NodeJS.Timeout | undefined;
  private noted: Promise<void> | undefined;
  private readonly ending = new AbortController();
  private looking: Promise<void> | undefined;

  constructor(
    private readonly moves: BlobMoveStore,
    private readonly uses: StoreUseStore,
    private readonly referred: ReferredBlobStore,
    @Inject(blobStores) private readonly stores: BlobStores,
  ) {}

  /** Before it takes the first upload. */
  async onModuleInit(): Promise<void> {
    await this.uses.note(this.id, namesOf(this.stores));
    await this.uses.forgetEnded();
  }

  onApplicationBootstrap(): void {
    this.timers.push(setTimeout(() => this.wake(), first).unref());
    this.noting = setInterval(() => void (this.noted = this.noteUse()), lookEvery).unref();
    this.timers.push(setInterval(() => this.wake(), lookEvery).unref());
  }

  /** Another process goes on. Uploads end after this, for an hour perhaps: until then it has these stores. */
  onModuleDestroy(): void {
    this.ending.abort(new Error('the process ends'));
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** What was on its way to it is stored by now, or broken off. */
  async onApplicationShutdown(): Promise<void> {
    await this.looking;
    clearInterval(this.noting);
    await this.noted;
    await this.uses.forget(this.id).catch(() => undefined);
  }

  /** Something is to be moved perhaps. It returns at once. */
  wake(): void {
    void this.look();
  }

  /** Does what waits, to its end. */
  look(): Promise<void> {
    this.looking ??= this.workOff().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async workOff(): Promise<void> {
    try {
      if (this.ending.signal.aborted) return;
      const row = await this.moves.claim(this.id, namesOf(this.stores));
      if (!row) return;
      const { moves, uses, referred, stores } = this;
      await new MoveRun({ runner: this.id, moves, uses, referred, stores }, row, this.ending.signal).work();
    } catch (error) {
      log.warn({ err: error }, 'the move of blobs waits');
    }
  }

  private async noteUse(): Promise<void> {
    await this.uses
      .note(this.id, namesOf(this.stores))
      .catch((err: unknown) => log.warn({ err }, 'nobody is told which stores of blobs this process has'));
  }
}
