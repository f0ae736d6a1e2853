import type { BlobMoveState } from '@holdfast/contracts';
import { uuidv7 } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { moveLock } from '../artifact-file/place.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { BlobMoveRow } from './blob-move.entity.js';

import type { StoreNames } from './store-names.js';

/** Seconds without a word after which another process goes on. */
export const silence = 30;

/** How far a move has come, as it is noted. */
export type MoveNote = Pick<
  BlobMoveRow,
  'waits' | 'pass' | 'place' | 'seen' | 'copied' | 'bytes' | 'fresh' | 'faults' | 'lines'
>;

const none: MoveNote = {
  ...{ waits: '', pass: 1, place: null, seen: '0', copied: '0', bytes: '0', fresh: '0', faults: '0' },
  lines: [],
};

/** The last move of blobs that was asked for. There is one row at most. */
@Injectable()
export class BlobMoveStore {
  constructor(private readonly source: DataSource) {}

  async last(): Promise<BlobMoveRow | undefined> {
    return (await this.source.manager.find(BlobMoveRow)).at(0);
  }

  /** A new one, unless one runs of which something was heard: then that one. */
  begin({ target, former }: StoreNames, checks: boolean): Promise<BlobMoveRow> {
    return lockedTransaction(this.source, [moveLock], async (tx) => {
      const before = (await tx.find(BlobMoveRow)).at(0);
      const isSame = before?.checks === checks && before.target === target && before.former === former;
      if (before?.state === 'running' && (isSame || isHeard(before))) return before;
      await tx.createQueryBuilder().delete().from(BlobMoveRow).execute();
      const now = new Date();
      const row: BlobMoveRow = {
        ...{ uuid: uuidv7(), checks, target, former, state: 'running', runner: null, heardAt: now, ...none },
        ...{ error: null, askedAt: now, endedAt: null },
      };
      await tx.insert(BlobMoveRow, row);
      return row;
    });
  }

  /** What runs and nobody is at, to be done by `runner`, if that has its stores. */
  async claim(runner: string, { target, former }: StoreNames): Promise<BlobMoveRow | undefined> {
    const claimed = await this.source
      .createQueryBuilder()
      .update(BlobMoveRow)
      .set({ runner, heardAt: () => 'now()' })
      .where(`state = 'running' and target = :target`, { target })
      .andWhere('(checks or former = :former)', { former })
      .andWhere(`(runner is null or heard_at < now() - interval '${silence} seconds')`)
      .execute();
    const row = claimed.affected === 1 ? await this.last() : undefined;
    return row?.runner === runner ? row : undefined;
  }

  /** False: it is another's by now, or over. */
  async note(runner: string, note: MoveNote): Promise<boolean> {
    return this.change(runner, { ...note, heardAt: () => 'now()' });
  }

  /** Another one may go on at once. */
  async leave(runner: string, note: MoveNote): Promise<void> {
    await this.change(runner, { ...note, runner: null });
  }

  async end(runner: string, note: MoveNote, state: BlobMoveState, error: string | null): Promise<void> {
    await this.change(runner, { ...note, waits: '', state, error, endedAt: () => 'now()' });
  }

  /** Whoever is at it finds that out. */
  async stop(): Promise<void> {
    const over = { state: 'stopped' as const, waits: '', endedAt: () => 'now()' };
    await this.source.manager.update(BlobMoveRow, { state: 'running' }, over);
  }

  private async change(
    runner: string,
    values: Parameters<DataSource['manager']['update']>[2],
  ): Promise<boolean> {
    const where = { runner, state: 'running' as const };
    return (await this.source.manager.update(BlobMoveRow, where, values)).affected === 1;
  }
}

/** Whether somebody was at it a moment ago. */
export const isHeard = ({ heardAt }: Pick<BlobMoveRow, 'heardAt'>): boolean =>
  Date.now() - heardAt.getTime() < 2 * silence * 1_000;
