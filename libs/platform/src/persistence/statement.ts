import { EntityManager } from 'typeorm';
import { connectionOf } from './pool.js';
import { connectionFor, type ReadFrom } from './read-until.js';

/**
 * A hot statement under a name: the database plans it once per connection, which halves its cost (TypeORM never names
 * its statements). Runs alone, or in a transaction.
 */
export const statement =
  <R>(name: string, text: string) =>
  async (where: ReadFrom | EntityManager, values: unknown[]): Promise<R[]> => {
    const connection = where instanceof EntityManager ? await connectionOf(where) : connectionFor(where);
    return (await connection.query<R>({ name, text, values })).rows;
  };
