import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What clients say in indexes is counted as stored. Paths of directories and indexes were never read, and those of a
 * deep tree took the square of its depth.
 */
export class Contributions1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table artifact.directory drop column path;
      alter table artifact.file_index drop column path, add column contributed integer not null default 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table artifact.directory add column path text collate "C" not null default '';
      alter table artifact.file_index add column path text collate "C" not null default '', drop column contributed;
    `);
  }
}
