import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows by which those who give an id in a project take turns. */
export class ProjectIds1763810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table repository.project_ids (project uuid primary key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository.project_ids');
  }
}
