import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Locks on paths of files. */
export class PathLocks1764020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository.path_lock (
        repository uuid not null references repository.repository on delete cascade,
        id text collate "C" not null,
        path text collate "C" not null,
        holder uuid not null,
        locked_at timestamptz not null,
        constraint path_lock_pkey primary key (repository, id)
      );
      create unique index path_lock_repository_path on repository.path_lock (repository, path);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository.path_lock');
  }
}
