import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has sent a checksum before its file. Null is what rows have that were there: they go within the hour. */
export class HeldBy1764103000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table artifact.held_checksum add column created_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table artifact.held_checksum drop column created_by');
  }
}
