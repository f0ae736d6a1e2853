import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import pg from 'pg';
import { connectAs } from './connection.js';

const limits = `pg_settings where name ~ '^(statement|transaction|idle_.*session)_timeout$'`;

// PostgreSQL itself. A server that ends what is old ended each copy that took longer.
describe('a connection of a backup', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(testDatabaseServer(), 'identity');
  });
  afterAll(() => database.drop());

  it('has no limit of time, whatever limits the database has', async () => {
    const others = new pg.Client({ connectionString: database.url });
    await others.connect();
    const name = new URL(database.url).pathname.slice(1);
    const { rows } = await others.query<{ name: string }>(`select name from ${limits}`);
    for (const limit of rows) await others.query(`alter database ${name} set ${limit.name} = '1min'`);
    await others.end();
    const client = await connectAs({ name: 'identity', databaseUrl: database.url });
    const found = await client.query(`select name, setting from ${limits}`);
    await client.end();
    expect(found.rows).toEqual(rows.map((limit) => ({ name: limit.name, setting: '0' })));
  });
});
