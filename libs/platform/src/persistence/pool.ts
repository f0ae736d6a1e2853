import pg from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** A statement that the server plans once per connection, where it has a name. */
export interface NamedStatement {
  name: string | undefined;
  text: string;
  values: unknown[];
}

/** What runs named statements: the pool, or the connection of a transaction. */
export interface Queryable {
  query<R>(statement: NamedStatement): Promise<{ rows: R[]; rowCount: number | null }>;
}

const pools = new WeakMap<DataSource, pg.Pool>();

/**
 * The driver as TypeORM takes it, with a pool that is ours. TypeORM names no statement that it sends, so hot ones go
 * to the pool beside it.
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
