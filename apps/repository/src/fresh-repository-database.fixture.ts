import { openDatabase } from '@holdfast/platform/persistence';
import { migratedDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import { entities, migrations } from './composition.js';

/** A database with the tables of this service, for one test file. */
export const freshRepositoryDatabase = (): Promise<TestDatabase> =>
  migratedDatabase(testDatabaseServer(), { schema: 'repository', entities, migrations }, openDatabase);
