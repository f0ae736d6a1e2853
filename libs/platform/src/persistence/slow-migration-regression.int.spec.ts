import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { testDatabase, testDatabaseServer, type TestDatabase } from '../testing/index.js';
import { openDatabase } from './open-database.js';
import { pool } from './pool.js';

let limits: unknown[] = [];

class Slow1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    limits = [await limitsOf((text) => runner.query(text))].flat();
  }

  async down(): Promise<void> {
    // There is nothing to take back.
  }
}

/** Of how long something may take; for locks a migration waits its own time. */
const limitsOf = async (ask: (text: string) => Promise<unknown>): Promise<unknown> =>
  ask(
    `select name, setting from pg_settings where name ~ '^(statement|transaction|idle_.*session)_timeout$'`,
  );

// PostgreSQL itself, with limits of its own, as others' servers have them. A migration over very many rows was cut off
// after 15 seconds, and again at each start.
describe('a migration', () => {
  let database: TestDatabase;
  let another: pg.Client;
  let source: DataSource | undefined;
  beforeAll(async () => {
    database = await testDatabase(testDatabaseServer(), 'test');
    another = new pg.Client({ connectionString: database.url });
    await another.connect();
    const { rows } = await another.query<{ name: string }>(
      `select name from pg_settings where name ~ '^(statement|lock|transaction|idle_.*session)_timeout$'`,
    );
    for (const { name } of rows)
      await another.query(`alter database ${new URL(database.url).pathname.slice(1)} set ${name} = '1s'`);
  });
  afterAll(async () => {
    await source?.destroy();
    await another.end();
    await database.drop();
  });

  it('takes as long as it needs, and what comes after it does not', async () => {
    const lock = `hashtextextended('migrations:test', 0)`;
    await another.query(`select pg_advisory_lock(${lock})`);
    const opening = openDatabase({
      ...{ url: database.url, schema: 'test', entities: [], migrations: [Slow1700000000000] },
    });
    await sleep(1_500);
    await another.query(`select pg_advisory_unlock(${lock})`);
    source = await opening;
    for (const limit of limits) expect(limit).toMatchObject({ setting: '0' });
    expect(limits.length).toBeGreaterThan(2);
    const { rows } = await pool(source).query(
      `select setting from pg_settings
         where name in ('idle_in_transaction_session_timeout', 'statement_timeout') order by name`,
    );
    expect(rows).toEqual([{ setting: '30000' }, { setting: '15000' }]);
  });
});
