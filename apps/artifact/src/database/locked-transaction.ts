import type { DataSource } from 'typeorm';

/** A connection with an open transaction; named statements are planned once per connection. */
export interface Connection {
  query<R>(statement: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** An advisory lock until the end of the transaction. */
export interface Lock {
  /** A signed 64-bit number. */
  readonly key: string;
  readonly exclusive: boolean;
}

const LOCK = `select case when t.exclusive then pg_advisory_xact_lock(t.key) else pg_advisory_xact_lock_shared(t.key) end
  from unnest($1::bigint[], $2::boolean[]) as t(key, exclusive)`;
const RETRIABLE = new Set(['40001', '40P01']);

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
export const lockedTransaction = async <T>(
  source: DataSource,
  locks: readonly Lock[],
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(source, locks, work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === 3 || code === undefined || !RETRIABLE.has(code)) throw error;
    }
  }
};

const once = async <T>(
  source: DataSource,
  locks: readonly Lock[],
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const runner = source.createQueryRunner();
  try {
    const connection = (await runner.connect()) as Connection;
    await runner.startTransaction();
    await takeLocks(connection, locks);
    const result = await work(connection);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
};
