import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When repositories were looked through for damage, and which of them are damaged. */
export class Care1764080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repository.repository add column checked_at timestamptz;
      update repository.repository set checked_at = created_at;
      alter table repository.repository alter column checked_at set not null;
      create index repository_node_checked_at on repository.repository (node, checked_at) where deleted_at is null;
      create table repository.repository_damage (
        repository uuid constraint repository_damage_pkey primary key references repository.repository on delete cascade,
        since timestamptz not null,
        seen_at timestamptz not null,
        count int not null,
        lines text[] not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table repository.repository_damage;
      alter table repository.repository drop column checked_at;
    `);
  }
}
