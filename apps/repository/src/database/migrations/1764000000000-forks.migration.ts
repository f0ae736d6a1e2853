import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories that were made out of others. */
export class Forks1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.repository add column forked_from uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.repository drop column forked_from');
  }
}
