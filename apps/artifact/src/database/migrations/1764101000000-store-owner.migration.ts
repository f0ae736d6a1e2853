import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As whom the store of blobs is claimed. */
export class StoreOwner1764101000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table artifact.store_owner (uuid uuid primary key)');
    await runner.query('insert into artifact.store_owner values (gen_random_uuid())');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table artifact.store_owner');
  }
}
