import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The move of blobs into another store, or a check of them, and which stores each process of the service has. */
export class BlobMoves1764102000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table artifact.blob_move (
        uuid uuid primary key,
        checks boolean not null,
        target text not null,
        former text,
        state text collate "C" not null,
        runner uuid,
        heard_at timestamptz not null,
        waits text not null,
        pass int not null,
        place bytea,
        seen bigint not null,
        copied bigint not null,
        bytes bigint not null,
        fresh bigint not null,
        faults bigint not null,
        lines jsonb not null,
        error text,
        asked_at timestamptz not null,
        ended_at timestamptz
      )`);
    await runner.query(`
      create table artifact.store_use (
        process uuid primary key,
        target text not null,
        former text,
        until timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table artifact.store_use');
    await runner.query('drop table artifact.blob_move');
  }
}
