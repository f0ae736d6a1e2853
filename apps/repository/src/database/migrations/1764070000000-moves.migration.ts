import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories that are being copied to other nodes. */
export class Moves1764070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository.repository_move (
        repository uuid not null references repository.repository on delete cascade,
        name uuid not null,
        source text not null,
        target text not null,
        constraint repository_move_pkey primary key (repository)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository.repository_move');
  }
}
