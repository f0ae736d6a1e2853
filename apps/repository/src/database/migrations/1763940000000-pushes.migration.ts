import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where new code reviews lead to, and when refs last changed. */
export class Pushes1763940000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repository.repository add column default_base_branch text;
      create table repository.repository_push (
        repository uuid constraint repository_push_pkey primary key,
        at timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table repository.repository_push;
      alter table repository.repository drop column default_base_branch;
    `);
  }
}
