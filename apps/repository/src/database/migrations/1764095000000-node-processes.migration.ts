import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which process is a storage node. */
export class NodeProcesses1764095000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.storage_node add column process uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository.storage_node drop column process');
  }
}
