import { setLogLevel } from '@holdfast/platform/observability';
import { openDatabase } from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer } from '@holdfast/platform/testing';
import { entities, migrations } from '../composition.js';
import { OwnersOfBots1763721000000 } from './migrations/1763721000000-owners-of-bots.migration.js';

const uuid = (last: number): string => `0190a000-0000-7000-8000-00000000000${last}`;

// PostgreSQL itself; the server's address comes from tools/test.
describe('bots that were made by bots', () => {
  it('belong to the user at the end of their owners', async () => {
    setLogLevel('silent');
    const database = await testDatabase(testDatabaseServer(), 'identity');
    const options = { url: database.url, schema: 'identity', entities };
    const before = migrations.slice(0, migrations.indexOf(OwnersOfBots1763721000000));
    const old = await openDatabase({ ...options, migrations: before });
    await old.query(`insert into company values ('${uuid(0)}', 'acme', 'C', 1, now(), now())`);
    const owners = [
      [1, 'user'],
      [2, 'bot', 1],
      [3, 'bot', 2],
      [4, 'bot', 3],
      [5, 'bot'],
      [6, 'bot', 5],
    ] as const;
    for (const [last, type, owner] of owners) {
      await old.query(
        `insert into account (uuid, company_uuid, type, id, email, first_name, last_name, display_name, description,
             phone, title, locale, source, company_admin, created_at, updated_at, search_text, owner_uuid)
           values ($1::uuid, $2, $3, $1::text, '', '', '', '', '', '', '', 'en', '', false, now(), now(), '', $4)`,
        [uuid(last), uuid(0), type, owner === undefined ? null : uuid(owner)],
      );
    }
    await old.destroy();
    const source = await openDatabase({ ...options, migrations });
    try {
      const rows: { owner_uuid: string | null }[] = await source.query(
        'select owner_uuid from account order by uuid',
      );
      expect(rows.map(({ owner_uuid }) => owner_uuid)).toEqual([null, uuid(1), uuid(1), uuid(1), null, null]);
    } finally {
      await source.destroy();
      await database.drop();
    }
  });
});
