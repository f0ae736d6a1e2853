import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A count of changes beside each sum, by which reports are told apart; and room that uploads hold before they are
 * stored.
 */
export class Storage1763750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table artifact.usage add column changes bigint not null default 0;

      create table artifact.staging_lease (
        uuid uuid not null,
        bytes bigint not null,
        expires_at timestamptz not null,
        constraint staging_lease_pkey primary key (uuid)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table artifact.staging_lease; alter table artifact.usage drop column changes');
  }
}
