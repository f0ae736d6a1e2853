import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { setLogLevel } from '../observability/logger.js';
import { testDatabase, testDatabaseServer, type TestDatabase } from '../testing/index.js';
import { openDatabase } from './open-database.js';

class Widened1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table test.thing add column size integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table test.thing drop column size');
  }
}

// PostgreSQL itself. Behind a migration that waited for a dump of hours, all statements of living replicas waited.
describe('a migration of a table that is read for long', () => {
  let database: TestDatabase;
  let dump: pg.Client;
  let replica: pg.Client;
  beforeAll(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), 'test');
    [dump, replica] = [1, 2].map(() => new pg.Client({ connectionString: database.url }));
    await dump.connect();
    await replica.connect();
    await dump.query('create table test.thing (id integer)');
  });
  afterAll(async () => {
    await replica.end();
    await dump.end();
    await database.drop();
  });

  const waiting = async (): Promise<boolean> => {
    const { rowCount } = await replica.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table test.thing%'`,
    );
    return rowCount === 1;
  };

  it('lets others at the table meanwhile, and takes its turn when that is over', async () => {
    await dump.query('begin; lock table test.thing in access share mode');
    const opening = openDatabase({
      ...{ url: database.url, schema: 'test', entities: [], migrations: [Widened1700000000001] },
    });
    while (!(await waiting()));
    await replica.query('set statement_timeout = 5000');
    expect((await replica.query('select from test.thing')).rowCount).toBe(0);
    expect(await waiting()).toBe(false);
    await dump.query('commit');
    const source = await opening;
    await source.destroy();
    expect((await replica.query('select size from test.thing')).rowCount).toBe(0);
  });
});
