import { setLogLevel } from '@holdfast/platform/observability';
import { openDatabase } from '@holdfast/platform/persistence';
import { schemaDifferences, testDatabase, testDatabaseServer } from '@holdfast/platform/testing';
import { repositoryDatabase } from '../repository-database.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('the schema of the catalogue', () => {
  it('is what the entities say, also when several replicas make it at once', async () => {
    setLogLevel('silent');
    const database = await testDatabase(testDatabaseServer(), 'repository');
    const sources = await Promise.all([1, 2, 3].map(() => openDatabase(repositoryDatabase(database.url))));
    try {
      expect(await schemaDifferences(sources[0])).toEqual([]);
    } finally {
      await Promise.all(sources.map((source) => source.destroy()));
      await database.drop();
    }
  });
});
