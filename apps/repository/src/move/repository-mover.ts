import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  repositoryCalls,
  repositoryChanged,
  toNode,
  type ReceiveMove,
  type RepositoryChanged,
} from '@holdfast/contracts';
import { DomainError, within } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import type { Copying } from '../byte-process/copying.js';
import type { RepositoryMoveRow } from '../catalogue/repository-move.entity.js';
import { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { JobBell } from '../job/job-bell.js';
import { Placement } from '../placement/placement.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { MoveLock } from './move-lock.js';
import { OldCopies } from './old-copies.js';

/** A round that carries no more than this (bytes, files) may as well be carried while writes wait. */
const smallRound = { bytes: 8 << 20, entries: 200 };
/** Rounds before the first attempt to switch, however much each still carries. */
const mostRounds = 8;
/** So long writes may wait before a switch is given up (ms): longer with each attempt that was in vain. */
const lockFor = [800, 800, 1_500, 3_000, 8_000];
/** No step under the lock takes so long where the nodes are well (ms). */
const longestStep = 6_000;
/** Pauses between two attempts (ms). */
const pause = 500;
/** After so long (ms) pushes that do not end are ended. */
const politeFor = 60_000;
const again = 1_000;

/** What a move tells of itself, and what ends it. */
export interface MoveWatch {
  signal: AbortSignal;
  tell(progress: { percent?: number; doing: string }): void;
}

/** What came of a move. */
export interface Moved {
  from: string;
  to: string;
  /** Bytes that were copied. */
  bytes: number;
  /** How long writes waited (ms). */
  locked: number;
}

/** Gives repositories of this node to others: copies, catches up, and switches while writes wait for a moment. */
@Injectable()
export class RepositoryMover {
  constructor(
    private readonly moves: RepositoryMoveStore,
    private readonly placement: Placement,
    private readonly copies: OldCopies,
    private readonly lock: MoveLock,
    private readonly gate: WriteGate,
    private readonly bytes: ByteProcess,
    private readonly rpc: Rpc,
    private readonly bell: JobBell,
  ) {}

  /** @throws DomainError, Error, and the reason of the signal: then it lies where it lay */
  async move(repository: RepositoryRow, target: string, watch: MoveWatch): Promise<Moved> {
    const { uuid, type } = repository;
    const attempt = { repository: uuid, name: randomUUID(), source: this.placement.node, target };
    const announced: ReceiveMove = { name: attempt.name, uuid, type, bytes: Number(repository.storageUsed) };
    await this.moves.begin(attempt);
    const destination = await this.rpc.call(
      toNode(repositoryCalls.receiveMove, target),
      ownContext('repository'),
      announced,
    );
    const directory = this.placement.directory(repository);
    const copying = await this.bytes.depart({ name: attempt.name, kind: type, directory, destination });
    const ended = (): void => void copying.end().catch(() => undefined);
    watch.signal.addEventListener('abort', ended, { once: true });
    try {
      await this.catchUp(repository, copying, watch);
      return await this.switch(repository, { attempt, announced, copying, watch });
    } catch (error) {
      watch.signal.throwIfAborted();
      throw error;
    } finally {
      watch.signal.removeEventListener('abort', ended);
      await copying.end().catch(() => undefined);
    }
  }

  private async catchUp({ storageUsed }: RepositoryRow, copying: Copying, watch: MoveWatch): Promise<void> {
    const total = Math.max(1, Number(storageUsed));
    const timer = setInterval(() => {
      void copying.copied().then((bytes = 0) => {
        watch.tell({ percent: Math.min(95, (bytes / total) * 95), doing: `${bytes} bytes copied` });
      }, ignored);
    }, 1_000).unref();
    try {
      for (let round = 0; round < mostRounds; round += 1) {
        watch.signal.throwIfAborted();
        const { bytes, entries } = await copying.round();
        if (bytes <= smallRound.bytes && entries <= smallRound.entries) return;
      }
    } finally {
      clearInterval(timer);
    }
  }

  private async switch(repository: RepositoryRow, under: Switching): Promise<Moved> {
    const { attempt, copying, watch } = under;
    const began = Date.now();
    for (let vain = 0; ; vain += 1) {
      watch.signal.throwIfAborted();
      watch.tell({ percent: 97, doing: 'waiting for a moment without writes' });
      const firm = Date.now() - began > politeFor;
      const most = lockFor[Math.min(vain, lockFor.length - 1)];
      const locked = await this.lock.during(attempt.repository, firm, (waited) =>
        this.underLock(repository, under, { most, waited }),
      );
      if (locked !== undefined) {
        const bytes = (await copying.copied().catch(ignored)) ?? 0;
        log.info(
          { repository: attempt.repository, to: attempt.target, bytes, locked },
          'a repository has moved',
        );
        return { from: attempt.source, to: attempt.target, bytes, locked };
      }
      await under.round;
      await sleep(pause * (vain + 1));
      await copying.round();
    }
  }

  /** Answers for how many ms writes have waited; undefined: it took too long, and nothing has changed. */
  private async underLock(
    repository: RepositoryRow,
    under: Switching,
    { most, waited }: { most: number; waited: () => number },
  ): Promise<number | undefined> {
    const { attempt, announced, copying } = under;
    // Two looks that show the same: what was carried belongs together, whatever upkeep did meanwhile.
    for (let entries = 1; entries > 0;) {
      const left = most - waited();
      if (left <= 0) return undefined;
      const round = copying.round();
      // One that takes longer comes to its end while others write.
      under.round = round.catch(ignored);
      const carried = await within(left, round, () => undefined);
      if (!carried) return undefined;
      ({ entries } = carried);
    }
    const { there, here } = await inTime(copying.place());
    if (there !== here) throw new Error('the copy at the other node is not what is here');
    const { target } = attempt;
    const confirming = ownContext('repository', 5_000);
    await this.rpc.call(toNode(repositoryCalls.readyMove, target), confirming, announced);
    await this.copies.mark(repository);
    await this.give(repository, attempt);
    return Math.round(waited());
  }

  /** The moment at which the other node has it. Where the database does not tell, nobody writes until it has. */
  private async give(repository: RepositoryRow, attempt: RepositoryMoveRow): Promise<void> {
    const { uuid, project } = repository;
    let failure: unknown = DomainError.unavailable('the move has been cancelled');
    const isGiven = await this.moves.switch(ownContext('repository'), attempt).catch((error: unknown) => {
      failure = error;
      return false;
    });
    if (isGiven) this.gate.left(uuid, attempt.target);
    else if ((await this.settled(repository)) !== attempt.target) throw failure;
    this.rpc.tell(repositoryChanged, { project, repository: uuid } satisfies RepositoryChanged);
    // Jobs that wait have gone with it.
    void this.bell.ring(attempt.target);
  }

  private async settled(repository: RepositoryRow): Promise<string | undefined> {
    for (;;) {
      try {
        return await this.copies.settle(repository);
      } catch (err) {
        log.warn({ err, repository: repository.uuid }, 'nobody knows yet which node has a repository');
        await sleep(again);
      }
    }
  }
}

/** While writes wait, nothing is waited for that does not come. */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  within(longestStep, work, () => {
    throw DomainError.unavailable('the other node takes too long');
  });

interface Switching {
  attempt: RepositoryMoveRow;
  announced: ReceiveMove;
  copying: Copying;
  watch: MoveWatch;
  /** The one that was begun last under the lock. */
  round?: Promise<unknown>;
}

const ignored = (): undefined => undefined;
