import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which a work with a remote knows that it is still wanted. */
export class RemoteVersions1764097000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repository.remote add column version uuid not null default gen_random_uuid();
      alter table repository.remote alter column version drop default;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.remote drop column version');
  }
}
