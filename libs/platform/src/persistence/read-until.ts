import { DomainError } from '@holdfast/kernel';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { log } from '../observability/logger.js';
import { pool, type Queryable, type NamedStatement } from './pool.js';

/** Reads for somebody who waits until the deadline (milliseconds since the epoch), and for nobody afterwards. */
export interface ReadUntil {
  source: DataSource;
  deadline: number;
}

/** Where a statement that needs no transaction runs. */
export type ReadFrom = DataSource | ReadUntil;

export const sourceOf = (from: ReadFrom): DataSource => (from instanceof DataSource ? from : from.source);

/** What runs the statement: the pool, or a connection of it that is stopped at the deadline. */
export const connectionFor = (from: ReadFrom): Queryable =>
  from instanceof DataSource ? pool(from) : { query: (statement) => queryUntil(from, statement) };

type Lent = Queryable & Pick<PoolClient, 'on' | 'off' | 'release'>;

/**
 * The database would finish, or reach its own limit, for nobody. It is asked to stop over another connection, and only
 * then: a statement that ends in time costs a timer that never fires.
 */
const queryUntil = async <R>({ source, deadline }: ReadUntil, statement: NamedStatement) => {
  const shared = pool(source);
  const connection: Lent = await shared.connect();
  // The statement fails when its connection breaks; the pool sees that the connection is of no use any more.
  const broken = (): void => undefined;
  connection.on('error', broken);
  let stopped: Promise<void> | undefined;
  const stop = (): void => {
    stopped = stopBackend(shared, connection);
  };
  const left = deadline - Date.now();
  const timer = setTimeout(stop, Math.max(0, left));
  try {
    if (left <= 0) throw DomainError.unavailable('the deadline has passed');
    return await connection.query<R>(statement);
  } finally {
    clearTimeout(timer);
    // What comes late would stop the next statement of this connection.
    await stopped;
    connection.off('error', broken);
    connection.release();
  }
};

/** Ends what the connection's backend does now. Never fails: the statement has a limit of its own. */
const stopBackend = async (shared: Queryable, backend: object): Promise<void> => {
  const id = 'processID' in backend ? backend.processID : undefined;
  try {
    await shared.query({ name: undefined, text: 'select pg_cancel_backend($1)', values: [id] });
  } catch (err) {
    log.warn({ err }, 'a statement that nobody waits for runs on');
  }
};
