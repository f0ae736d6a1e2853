import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A file that a restore has brought back is of that moment for clients (`modified_at`), and of when it was stored
 * (`stored_at`) beside others of its directory, until it is stored anew: while `modified_at` is still `back_at`.
 */
export class RestoredFiles1764104000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table artifact.file add column stored_at timestamptz, add column back_at timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table artifact.file drop column stored_at, drop column back_at');
  }
}
