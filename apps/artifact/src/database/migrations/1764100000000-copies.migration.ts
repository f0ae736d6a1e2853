import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A repository's file with some digest is found without a look at those of all others that have the same. */
export class Copies1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index file_copy on artifact.file (sha256, repository)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index artifact.file_copy');
  }
}
