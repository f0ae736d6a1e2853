import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index that another one has replaced goes by itself: with the lock of that one, it and an upload that waits for it
 * would wait for each other.
 */
export class FormerCopies1764100000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists artifact.file_sha256');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index file_sha256 on artifact.file (sha256)');
  }
}
