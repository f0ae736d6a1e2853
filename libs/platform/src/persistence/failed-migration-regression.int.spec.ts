import 'reflect-metadata';
import { Test, type TestingModule } from '@nestjs/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nestLogger, setLogLevel } from '../observability/logger.js';
import { testDatabase, testDatabaseServer, type TestDatabase } from '../testing/index.js';
import { databaseModules } from './database-modules.js';

/** Errors of the attempts, first to last; undefined: it is done. */
let outcomes: (string | undefined)[] = [];
let attempts = 0;

class Told1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    attempts += 1;
    const code = outcomes.shift();
    if (code) await runner.query(`do $$ begin raise 'cannot be done' using errcode = '${code}'; end $$`);
  }

  async down(): Promise<void> {
    // There is nothing to take back.
  }
}

// PostgreSQL itself. A migration that failed was tried again for a minute by each process, which seemed to be at work.
describe('a migration that fails', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    setLogLevel('silent');
    attempts = 0;
    database = await testDatabase(testDatabaseServer(), 'test');
  });
  afterEach(() => database.drop());
  const started = (): Promise<TestingModule> =>
    Test.createTestingModule({
      imports: databaseModules({
        ...{ url: database.url, schema: 'test', entities: [], migrations: [Told1700000000002] },
      }),
    })
      .setLogger(nestLogger)
      .compile();

  it.each([
    ['ends the start at once, and says of what', '22P02'],
    ['does so where the server has no room for it, too', '53100'],
  ])('%s', async (_, code) => {
    outcomes = [code, code];
    await expect(started()).rejects.toThrow('the database cannot be brought up to date: cannot be done');
    expect(attempts).toBe(1);
  });

  it('is tried again where the database had gone', async () => {
    outcomes = ['57P01', undefined];
    const module = await started();
    await module.close();
    expect(attempts).toBe(2);
  });
});
