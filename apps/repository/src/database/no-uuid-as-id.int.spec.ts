import { setLogLevel } from '@holdfast/platform/observability';
import { openDatabase } from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer } from '@holdfast/platform/testing';
import { migrations } from '../composition.js';
import { repositoryDatabase } from '../repository-database.js';
import { NoUuidAsId1763720000000 } from './migrations/1763720000000-no-uuid-as-id.migration.js';

const uuid = (last: number): string => `0190a000-0000-7000-8000-00000000000${last}`;

// PostgreSQL itself; the server's address comes from tools/test.
describe('a repository id that has the form of a uuid', () => {
  it('gets a number behind it, which is neither in use nor a directory of another', async () => {
    setLogLevel('silent');
    const database = await testDatabase(testDatabaseServer(), 'repository');
    const options = repositoryDatabase(database.url);
    const before = migrations.slice(0, migrations.indexOf(NoUuidAsId1763720000000));
    const old = await openDatabase({ ...options, migrations: before });
    const ids = [uuid(9), `${uuid(9)}-1`, `${uuid(9)}-2/below`, 'plain'];
    for (const [index, id] of ids.entries()) {
      await old.query(
        `insert into repository.repository (uuid, company, project, id, type, node, default_identifier, description,
           properties, creator, created_at, updated_at)
         values ($1, $2, $2, $3, 'git', 'node-1', 'main', '', '{}', $2, now(), now())`,
        [uuid(index), uuid(8), id],
      );
    }
    await old.destroy();
    const source = await openDatabase(options);
    try {
      const rows: { id: string }[] = await source.query('select id from repository.repository order by uuid');
      expect(rows.map(({ id }) => id)).toEqual([`${uuid(9)}-3`, ...ids.slice(1)]);
    } finally {
      await source.destroy();
      await database.drop();
    }
  });
});
