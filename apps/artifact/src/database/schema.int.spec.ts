import { setLogLevel } from '@holdfast/platform/observability';
import { openDatabase } from '@holdfast/platform/persistence';
import { schemaDifferences, testDatabase, testDatabaseServer } from '@holdfast/platform/testing';
import 'reflect-metadata';
import { entities, migrations } from '../composition.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('the schema of artifact', () => {
  it('is what the entities say, also when several replicas make it at once', async () => {
    setLogLevel('silent');
    const database = await testDatabase(testDatabaseServer(), 'artifact');
    const options = { url: database.url, schema: 'artifact', entities, migrations };
    const sources = await Promise.all([1, 2, 3].map(() => openDatabase(options)));
    try {
      expect(await schemaDifferences(sources[0])).toEqual([]);
    } finally {
      await Promise.all(sources.map((source) => source.destroy()));
      await database.drop();
    }
  });
});
