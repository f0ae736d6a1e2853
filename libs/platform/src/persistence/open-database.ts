import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { log } from '../observability/logger.js';
import { tellSupervisor } from '../process/supervised.js';
import { dataSource, unhurriedSource, type DatabaseOptions } from './data-source.js';
import { isFull } from './full-database.js';
import { isAway } from './is-away.js';
import { MigrationFailed } from './migration-failed.js';

/**
 * How long a migration waits for a lock, and how long it leaves the tables to others after it has waited in vain (ms).
 * Behind one that waits everybody waits who wants the table, also who would get on with those that hold it.
 */
const patience = 3_000;
const pause = 6_000;

/**
 * However many rows there are, and however long another replica is at it: a migration that is cut off would be cut off
 * at each start, also by a limit that the server has for everybody. Which there are depends on its version.
 */
const noTimeouts = `
  select set_config(name, '0', false) from pg_catalog.pg_settings
   where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_session_timeout',
     'idle_in_transaction_session_timeout')`;

/** SQLSTATE of a lock that did not come in time, and of one for which two wait for each other. */
const isTaken = (error: unknown): boolean =>
  ['55P03', '40P01'].includes((error as { code?: string } | undefined)?.code ?? '');

/**
 * Opens the schema of a service and runs its migrations. Replicas that start together do that one by one.
 * @throws MigrationFailed where one cannot be made, though the database is there
 */
export const openDatabase = async (options: DatabaseOptions): Promise<DataSource> => {
  await migrate(options);
  return dataSource(options).initialize();
};

const migrate = async (options: DatabaseOptions): Promise<void> => {
  const source = await unhurriedSource(options).initialize();
  tellSupervisor({ migrating: true });
  try {
    const runner = source.createQueryRunner();
    await runner.query(noTimeouts);
    // Goes with its connection.
    await runner.query('select pg_advisory_lock(hashtextextended($1, 0))', [`migrations:${options.schema}`]);
    await runner.query(`set lock_timeout = ${patience}`);
    const attempt = async (): Promise<void> => {
      const executor = new MigrationExecutor(source, runner);
      executor.transaction = 'each';
      await executor.executePendingMigrations();
    };
    while (!(await attempt().then(() => true, takenOnly))) {
      log.warn({ schema: options.schema }, 'a migration waits for those who use its tables');
      await sleep(pause);
    }
    await runner.release();
  } finally {
    await source.destroy();
    tellSupervisor({ migrating: false });
  }
};

/** False: it can be tried again. A server without room for it has none either half a second later. */
const takenOnly = (error: unknown): false => {
  if (isTaken(error)) return false;
  throw isAway(error) && !isFull(error) ? error : new MigrationFailed(error);
};
