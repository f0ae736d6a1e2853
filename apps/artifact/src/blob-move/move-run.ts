import { setTimeout as sleep } from 'node:timers/promises';
import { StorageFull } from '@holdfast/blob-spi';
import { log } from '@holdfast/platform/observability';
import { holds } from '@holdfast/platform/service-host';
import type { BlobStores } from '../blob-stores.js';
import type { BlobMoveRow } from './blob-move.entity.js';
import type { BlobMoveStore } from './blob-move.store.js';
import { checkBlob, copyBlob, type BlobOutcome } from './blob-work.js';
import { MoveProgress } from './move-progress.js';
import type { StoreUseStore } from './store-use.store.js';
import type { ReferredBlob, ReferredBlobStore } from './referred-blob.store.js';

/** Blobs that are on their way at a time: uploads have as much of what they need as before. */
const lanes = 4;
/** Milliseconds. */
const noteEvery = 2_000;
const again = 1_000;
const patience = 5_000;
/** A blob that cannot be copied so often, though both stores answer, is told as a fault. */
const mostFailures = 3;
/** Each but the last finds something: a store that keeps nothing would be filled for ever. */
const mostPasses = 20;

/** What a run stands on; `runner`: the process. */
export interface RunParts {
  readonly runner: string;
  readonly moves: BlobMoveStore;
  readonly uses: StoreUseStore;
  readonly referred: ReferredBlobStore;
  readonly stores: BlobStores;
}

/** It ends for good, for this reason. */
class MoveFailure extends Error {
  override readonly name = 'MoveFailure';
}

/** The work of one process on a move of blobs, or a check of them, from where it was left. */
export class MoveRun {
  private readonly progress: MoveProgress;
  /** The move was stopped, or is another's by now, or must not go on. */
  private readonly over = new AbortController();
  private readonly signal: AbortSignal;

  constructor(
    private readonly parts: RunParts,
    private readonly row: BlobMoveRow,
    private readonly ending: AbortSignal,
  ) {
    this.progress = new MoveProgress(row);
    this.signal = AbortSignal.any([this.over.signal, ending]);
  }

  /** Comes back when it is done, or was cut off. */
  async work(): Promise<void> {
    const { checks, target, former } = this.row;
    log.info({ checks, target, former, pass: this.progress.pass }, 'blobs are looked through');
    const ticks = setInterval(() => void this.tick(), noteEvery);
    try {
      for (let foundAll = false; !foundAll;) foundAll = await this.pass();
      await this.refuseOthers();
      await this.end('done', null);
    } catch (error) {
      await this.cutOff(error);
    } finally {
      clearInterval(ticks);
    }
  }

  /** Goes through all to which the database refers. True: it found all of it where it should be. */
  private async pass(): Promise<boolean> {
    const { referred, moves, runner } = this.parts;
    for (;;) {
      const { blobs, place } = await referred.after(this.progress.place);
      this.signal.throwIfAborted();
      if (place === undefined) break;
      await this.inLanes(blobs);
      this.progress.turn(place);
      if (!(await moves.note(runner, this.progress.note))) this.over.abort();
    }
    if (this.row.checks || this.progress.foundAll) return true;
    if (this.progress.pass === mostPasses)
      throw new MoveFailure(`${this.row.target} does not keep what it is given`);
    this.progress.nextPass();
    return false;
  }

  private async inLanes(blobs: readonly ReferredBlob[]): Promise<void> {
    const left = blobs.values();
    const lane = async (): Promise<void> => {
      for (const blob of left) this.progress.add(blob, await this.outcomeOf(blob));
    };
    const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const end of ends) if (end.status === 'rejected') throw end.reason as Error;
  }

  /** What cannot be done now is tried again, for as long as a part is away. */
  private async outcomeOf(blob: ReferredBlob): Promise<BlobOutcome> {
    for (let failures = 0; ; await sleep(again, undefined, { signal: this.signal })) {
      this.signal.throwIfAborted();
      try {
        const outcome = await this.tried(blob);
        this.progress.waits = '';
        // It was deleted meanwhile.
        return outcome.is === 'fault' && !(await this.parts.referred.isReferred(blob))
          ? { is: 'there' }
          : outcome;
      } catch (error) {
        this.signal.throwIfAborted();
        if (error instanceof StorageFull) throw error;
        this.progress.waits = await this.away();
        if (this.progress.waits === '') failures += 1;
        log.warn({ err: error, digest: blob.sha256 }, 'a blob could not be moved');
        if (failures === mostFailures) return { is: 'fault', why: `${blob.sha256}: ${messageOf(error)}` };
      }
    }
  }

  private tried(blob: ReferredBlob): Promise<BlobOutcome> {
    const { into, former } = this.parts.stores;
    if (this.row.checks) return checkBlob(into, blob, this.signal);
    if (!former) throw new MoveFailure('there is no second store');
    return copyBlob({ into, former }, blob, this.signal);
  }

  /** Which part does not answer; '': all do. */
  private async away(): Promise<string> {
    const { into, former } = this.parts.stores;
    for (const named of [into, former])
      if (named && !(await holds(() => named.store.check(), patience)))
        return `${named.name} does not answer`;
    return (await holds(() => this.parts.referred.isReachable(), patience))
      ? ''
      : 'the database does not answer';
  }

  /** What others write elsewhere would be missed. @throws MoveFailure */
  private async refuseOthers(): Promise<void> {
    const { target, former, checks } = this.row;
    const other = checks ? undefined : await this.parts.uses.others({ target, former });
    if (other) throw new MoveFailure(otherStores(other));
  }

  private async tick(): Promise<void> {
    try {
      await this.refuseOthers();
      if (!(await this.parts.moves.note(this.parts.runner, this.progress.note))) this.over.abort();
    } catch (error) {
      if (error instanceof MoveFailure) this.over.abort(error);
    }
  }

  private async cutOff(error: unknown): Promise<void> {
    const { moves, runner } = this.parts;
    if (this.ending.aborted) return moves.leave(runner, this.progress.note);
    const why: unknown = this.signal.aborted ? this.signal.reason : error;
    if (why instanceof MoveFailure || why instanceof StorageFull) return this.end('failed', why.message);
    if (this.signal.aborted) return void log.info('the move of blobs is over, or goes on elsewhere');
    await moves.leave(runner, this.progress.note);
    throw error;
  }

  private async end(state: 'done' | 'failed', error: string | null): Promise<void> {
    const { moves, runner } = this.parts;
    await moves.end(runner, this.progress.note, state, error);
    const { faults, pass } = this.progress;
    log.info({ state, error, faults, pass }, 'blobs were looked through');
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** That a process of the service has other stores. */
export const otherStores = ({ target, former }: { target: string; former: string | null }): string =>
  `a process of the artifact service has other stores (${target}${former === null ? '' : `, besides ${former}`}): ` +
  'give all of them the same settings; one that was killed counts for a minute';
