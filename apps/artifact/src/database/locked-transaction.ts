import { connectionOf, transaction, type Connection } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';

export type { Connection };

/** An advisory lock until the end of the transaction. */
export interface Lock {
  /** A signed 64-bit number. */
  readonly key: string;
  readonly exclusive: boolean;
}

const LOCK = `select case when t.exclusive then pg_advisory_xact_lock(t.key) else pg_advisory_xact_lock_shared(t.key) end
  from unnest($1::bigint[], $2::boolean[]) as t(key, exclusive)`;

/** Takes locks for the rest of the transaction, in the given order. */
export const takeLocks = async (connection: Connection, locks: readonly Lock[]): Promise<void> => {
  await connection.query({
    name: 'take_locks',
    text: LOCK,
    values: [locks.map(({ key }) => key), locks.map(({ exclusive }) => exclusive)],
  });
};

/**
 * Runs `work` in a transaction that holds the locks, taken in the given order; all that it reads is read after that. A deadlock is tried
 * again, three times in all, so `work` must be repeatable.
 */
export const lockedTransaction = <T>(
  source: DataSource,
  locks: readonly Lock[],
  work: (connection: Connection) => Promise<T>,
): Promise<T> =>
  transaction(source, async (tx) => {
    const connection = await connectionOf(tx);
    await takeLocks(connection, locks);
    return work(connection);
  });
