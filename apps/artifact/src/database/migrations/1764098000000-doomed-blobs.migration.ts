import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blobs whose removal was begun and not answered. */
export class DoomedBlobs1764098000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table artifact.doomed_blob (digest text primary key, until timestamptz not null)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table artifact.doomed_blob');
  }
}
