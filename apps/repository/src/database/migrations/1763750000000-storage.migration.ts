import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Storage limits of repositories and what they store, of every type. */
export class Storage1763750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repository.repository
        add column storage_limit bigint,
        add column storage_used bigint not null default 0,
        add column storage_version bigint not null default 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repository.repository
        drop column storage_limit, drop column storage_used, drop column storage_version;
    `);
  }
}
