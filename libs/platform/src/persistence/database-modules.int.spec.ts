import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import { getRepositoryToken } from '@nestjs/typeorm';
import {
  Column,
  Entity,
  PrimaryColumn,
  type MigrationInterface,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import { setLogLevel } from '../observability/index.js';
import { testDatabase } from '../testing/test-database.js';
import { testDatabaseServer } from '../testing/test-servers.js';
import { databaseModules } from './database-modules.js';

@Entity('thing')
class ThingRow {
  @PrimaryColumn('text') id!: string;
  @Column('integer') timesSeen!: number;
}

class Things1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table thing (id text primary key, times_seen integer not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table thing');
  }
}

// PostgreSQL itself; the server's address comes from tools/test.
describe('the database of a service', () => {
  it('is brought up to date, and gives stores the repository of each entity', async () => {
    setLogLevel('silent');
    const database = await testDatabase(testDatabaseServer(), 'things');
    const imports = databaseModules({
      ...{ url: database.url, schema: 'things' },
      ...{ entities: [ThingRow], migrations: [Things1763600000000] },
    });
    const module = await Test.createTestingModule({ imports }).compile();
    try {
      const things = module.get<Repository<ThingRow>>(getRepositoryToken(ThingRow));
      await things.insert({ id: 'one', timesSeen: 3 });
      expect(await things.findOneBy({ id: 'one' })).toEqual({ id: 'one', timesSeen: 3 });
    } finally {
      await module.close();
      await database.drop();
    }
  });
});
