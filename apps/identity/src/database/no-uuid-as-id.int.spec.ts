import { setLogLevel } from '@holdfast/platform/observability';
import { openDatabase } from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import type { DataSource } from 'typeorm';
import { entities, migrations } from '../composition.js';
import { NoUuidAsId1763720000000 } from './migrations/1763720000000-no-uuid-as-id.migration.js';

const company = '0190a000-0000-7000-8000-000000000001';
const uuid = (last: number): string => `0190a000-0000-7000-8000-0000000001${String(last).padStart(2, '0')}`;
const named = (last: number): string => uuid(last).replace('0190a', '0190B');

// PostgreSQL itself; the server's address comes from tools/test.
describe('ids that have the form of a uuid', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), 'identity');
    const options = { url: database.url, schema: 'identity', entities };
    const before = migrations.slice(0, migrations.indexOf(NoUuidAsId1763720000000));
    const old = await openDatabase({ ...options, migrations: before });
    await old.query(`
      insert into company values ('${company}', '${named(0)}', 'C', 1, now(), now());
      insert into account (uuid, company_uuid, type, id, email, first_name, last_name, display_name, description, phone,
          title, locale, source, company_admin, created_at, updated_at, search_text)
        select uuid::uuid, '${company}', type, id, '', '', '', name, '', '', '', 'en', '', false, now(), now(),
               lower(id || chr(1) || chr(1) || name)
          from (values ('${uuid(1)}', 'bot', '${named(1)}', '${named(1)}'),
                       ('${uuid(2)}', 'user', '${named(2)}', 'Ada'),
                       ('${uuid(3)}', 'user', '${named(1)}-1', 'Bob'),
                       ('${uuid(4)}', 'user', 'eve', 'Eve')) as given (uuid, type, id, name);
      insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties, created_at,
          updated_at, search_text)
        values ('${uuid(5)}', '${company}', '${named(5)}', 'P', 'members', 'blue', '{}', 'D', '{}', now(), now(),
                lower('${named(5)}' || chr(1) || 'P' || chr(1) || 'D'));
      insert into "group" values ('${uuid(6)}', '${company}', '${named(6)}', 'G', '', 'public', '', now(), now(),
                lower('${named(6)}' || chr(1) || 'G'));
    `);
    await old.destroy();
    source = await openDatabase({ ...options, migrations });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const read = (table: string): Promise<{ id: string; search_text: string; display_name: string }[]> =>
    source.query(`select * from ${table} order by uuid`);

  it('get a number behind them, the smallest that is free', async () => {
    const accounts = await read('account');
    expect(accounts.map(({ id }) => id)).toEqual([`${named(1)}-2`, `${named(2)}-1`, `${named(1)}-1`, 'eve']);
    expect([await read('company'), await read('project'), await read('"group"')].flat()).toMatchObject([
      { id: `${named(0)}-1` },
      { id: `${named(5)}-1` },
      { id: `${named(6)}-1` },
    ]);
  });

  it('are found and shown by the new ones', async () => {
    const [bot, ada] = await read('account');
    expect(bot).toMatchObject({ display_name: `${named(1)}-2` });
    expect(bot.search_text).toBe(`${named(1)}-2\u0001\u0001${named(1)}-2`.toLowerCase());
    expect(ada.search_text).toBe(`${named(2)}-1\u0001\u0001ada`.toLowerCase());
    expect((await read('project'))[0].search_text).toBe(`${named(5)}-1\u0001p\u0001d`.toLowerCase());
    expect((await read('"group"'))[0].search_text).toBe(`${named(6)}-1\u0001g`.toLowerCase());
  });
});
