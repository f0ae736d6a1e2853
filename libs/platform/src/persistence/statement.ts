import { EntityManager } from 'typeorm';
import { connectionOf } from './pool.js';
import { connectionFor, type ReadFrom } from './read-until.js';

/**
 * A statement with a name. The database plans it once for each connection, which halves its cost; TypeORM's own
 * statements have no names. It runs by itself or in a transaction.
 */
export const statement =
  <R>(name: string, text: string) =>
  async (where: ReadFrom | EntityManager, values: unknown[]): Promise<R[]> => {
    const connection = where instanceof EntityManager ? await connectionOf(where) : connectionFor(where);
    return (await connection.query<R>({ name, text, values })).rows;
  };
