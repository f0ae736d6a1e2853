import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories that are made with the usual directories. */
export class Layouts1764030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.repository add column layout boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.repository drop column layout');
  }
}
