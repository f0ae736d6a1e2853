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

const limitsOf = async (ask: (text: string) => Promise<unknown>): Promise<unknown> =>
  ask(
    `select name, setting from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );

// PostgreSQL itself. A migration over very many rows was cut off after 15 seconds, and again at each start.
describe('a migration', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    database = await testDatabase(testDatabaseServer(), 'test');
    source = await openDatabase({
      ...{ url: database.url, schema: 'test', entities: [], migrations: [Slow1700000000000] },
    });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('takes as long as it needs, and what comes after it does not', async () => {
    const [idle, statement] = ['idle_in_transaction_session_timeout', 'statement_timeout'];
    expect(limits).toEqual([
      { name: idle, setting: '0' },
      { name: statement, setting: '0' },
    ]);
    const { rows } = await pool(source).query(
      `select setting from pg_settings where name in ('${idle}', '${statement}') order by name`,
    );
    expect(rows).toEqual([{ setting: '30000' }, { setting: '15000' }]);
  });
});
