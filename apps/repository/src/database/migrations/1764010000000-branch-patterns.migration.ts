import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Patterns by which branches are protected. */
export class BranchPatterns1764010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository.branch_pattern (
        uuid uuid constraint branch_pattern_pkey primary key,
        repository uuid not null references repository.repository on delete cascade,
        id text collate "C" not null,
        pattern text collate "C" not null,
        creator uuid not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index branch_pattern_repository_id on repository.branch_pattern (repository, id);
      create unique index branch_pattern_repository_pattern on repository.branch_pattern (repository, pattern);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository.branch_pattern');
  }
}
