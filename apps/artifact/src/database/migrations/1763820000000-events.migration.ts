import { createEventTables, dropEventTables } from '@holdfast/platform/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that wait to be published, and the ids of those that were heard. */
export class Events1763820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createEventTables('artifact'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropEventTables('artifact'));
  }
}
