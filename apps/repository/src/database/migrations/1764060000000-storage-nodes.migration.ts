import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The storage nodes, and what lies on each of them. */
export class StorageNodes1764060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository.storage_node (
        name text collate "C" not null,
        seen_at timestamptz,
        room bigint not null,
        reserve bigint not null,
        transfers integer not null,
        kinds text[] not null,
        draining boolean not null default false,
        constraint storage_node_pkey primary key (name)
      );
      create index repository_node on repository.repository (node, uuid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index repository.repository_node;
      drop table repository.storage_node;
    `);
  }
}
