import pg from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** A statement. If it has a name, the database plans it once for each connection. */
export interface NamedStatement {
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** Runs statements: the pool, or the connection of a transaction. */
export interface Queryable {
  query<R>(statement: NamedStatement): Promise<{ rows: R[]; rowCount: number | null }>;
}

const pools = new WeakMap<DataSource, pg.Pool>();

/**
 * A driver for TypeORM that uses our pool. TypeORM gives its statements no names, so statements that are hot go to the
 * pool directly.
 */
export const driverOver = (shared: pg.Pool) => ({
  ...pg,
  Pool: function pool(): pg.Pool {
    return shared;
  },
});

/** Remembers the pool that a data source was given. */
export const share = (source: DataSource, shared: pg.Pool): DataSource => {
  pools.set(source, shared);
  return source;
};

/** The pool of a data source that `dataSource` made. */
export const pool = (source: DataSource): pg.Pool => {
  const shared = pools.get(source);
  if (!shared) throw new Error('the data source was not given a pool');
  return shared;
};

/** The connection of a transaction. */
export const connectionOf = async ({ queryRunner }: EntityManager): Promise<Queryable> =>
  clientOf(queryRunner);

/** The connection that a query runner has to itself. */
export const clientOf = async (runner: QueryRunner | undefined): Promise<pg.Client> => {
  const connection: unknown = await runner?.connect();
  if (!(connection instanceof pg.Client)) throw new Error('not in a transaction');
  return connection;
};
