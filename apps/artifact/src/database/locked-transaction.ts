import type { CallContext } from '@holdfast/kernel';
import { changeTurns } from '@holdfast/platform/audit';
import { statement, transaction } from '@holdfast/platform/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { KeyedQueue } from './keyed-queue.js';

/** An advisory lock until the end of the transaction. */
export interface Lock {
  /** A signed 64-bit number. */
  readonly key: string;
  readonly exclusive: boolean;
}

/** By hand: nothing else locks what is no row. */
const lock = statement<never>(
  'take_locks',
  `select case when t.exclusive then pg_advisory_xact_lock(t.key) else pg_advisory_xact_lock_shared(t.key) end
     from unnest($1::bigint[], $2::boolean[]) as t(key, exclusive)`,
);

/** Takes locks for the rest of the transaction, in the given order. */
export const takeLocks = async (tx: EntityManager, locks: readonly Lock[]): Promise<void> => {
  await lock(tx, [locks.map(({ key }) => key), locks.map(({ exclusive }) => exclusive)]);
};

/**
 * Runs `work` in a transaction that holds the locks, taken in the given order; all that it reads is read after that.
 * A deadlock is tried again, three times in all, so `work` must be repeatable. Of those in this process who want a
 * lock for themselves, one at a time has a connection. Whoever waits in the database for a lock has one meanwhile, so
 * of an account there are no more than may change something at a time. `by`: who changes it, and until when he waits
 * for his turn (0: as long as turns let him). Absent: nobody calls for it.
 * @throws DomainError `unavailable` where the turn of the caller does not come
 */
export const lockedTransaction = <T>(
  source: DataSource,
  locks: readonly Lock[],
  work: (tx: EntityManager) => Promise<T>,
  { principal, deadline = 0 }: Partial<Pick<CallContext, 'principal' | 'deadline'>> = {},
): Promise<T> =>
  waiting.run(
    locks.filter(({ exclusive }) => exclusive).map(({ key }) => key),
    // Who waits for others at the same path keeps nobody's turn.
    () =>
      changeTurns(source).run({ principal, deadline }, () =>
        transaction(source, async (tx) => {
          await takeLocks(tx, locks);
          return work(tx);
        }),
      ),
  );

const waiting = new KeyedQueue();
