import { EntityManager, type DataSource } from 'typeorm';
import { connectionOf, pool } from './pool.js';

/**
 * A hot statement under a name: the database plans it once per connection, which halves its cost (TypeORM never names
 * its statements). Runs alone, or in a transaction.
 */
export const statement =
  <R>(name: string, text: string) =>
  async (where: DataSource | EntityManager, values: unknown[]): Promise<R[]> => {
    const connection = where instanceof EntityManager ? await connectionOf(where) : pool(where);
    return (await connection.query<R>({ name, text, values })).rows;
  };
