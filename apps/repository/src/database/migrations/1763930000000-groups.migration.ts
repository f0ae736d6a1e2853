import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories that serve the files of others. */
export class Groups1763930000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.repository add column members uuid[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.repository drop column members');
  }
}
