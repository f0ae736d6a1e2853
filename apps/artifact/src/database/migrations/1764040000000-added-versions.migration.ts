import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index knows which version was added last: in which state it came (`added_at`, a generation, so that whoever does
 * not know of this changes it without telling anything wrong), and to which. Null is what rows have that were there.
 */
export class AddedVersions1764040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table artifact.file_index add column added text, add column added_at bigint, add column added_to bigint',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table artifact.file_index drop column added, drop column added_at, drop column added_to',
    );
  }
}
