import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A repository's file with some digest is found without a look at those of all others that have the same. */
export class Copies1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // More than a statement may take otherwise is needed for very many.
    await runner.query('set local statement_timeout = 0');
    await runner.query('create index file_copy on artifact.file (sha256, repository)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index artifact.file_copy');
  }
}
