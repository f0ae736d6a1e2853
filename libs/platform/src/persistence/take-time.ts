import type { EntityManager } from 'typeorm';
import { clientOf } from './pool.js';
import { allowSilence } from './silent-connections.js';

/** More than the server's limit below, so that it is the server who ends a statement (ms). */
const minutes = 320_000;

/** What this transaction does from here on may take five minutes a statement, and not 15 seconds as all others. */
export const takeTime = async (tx: EntityManager): Promise<void> => {
  const connection = await clientOf(tx.queryRunner);
  allowSilence(connection, minutes);
  await connection.query({
    name: 'take_time',
    text: `select set_config('statement_timeout', '5min', true)`,
    values: [],
  });
};
