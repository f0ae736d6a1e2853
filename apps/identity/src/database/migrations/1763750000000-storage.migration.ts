import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Storage limits, and the ledger of what is stored. Everything begins at 0 without limits: the services tell what they
 * store when they start.
 */
export class Storage1763750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table company add column storage_limit bigint, add column storage_used bigint not null default 0;
      alter table project add column storage_limit bigint, add column storage_used bigint not null default 0;

      create table storage_usage (
        repository_uuid uuid constraint storage_usage_pkey primary key,
        project_uuid uuid not null,
        company_uuid uuid not null,
        bytes bigint not null,
        version bigint not null
      );

      create table storage_lease (
        uuid uuid constraint storage_lease_pkey primary key,
        company_uuid uuid not null,
        project_uuid uuid not null,
        repository_uuid uuid not null,
        bytes bigint not null,
        expires_at timestamptz not null
      );
      create index storage_lease_company on storage_lease (company_uuid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table storage_lease, storage_usage;
      alter table project drop column storage_limit, drop column storage_used;
      alter table company drop column storage_limit, drop column storage_used;
    `);
  }
}
