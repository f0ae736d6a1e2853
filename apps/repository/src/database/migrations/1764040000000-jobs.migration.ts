import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Long work on repositories in the background. */
export class Jobs1764040000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository.job (
        uuid uuid constraint job_pkey primary key,
        kind text collate "C" not null,
        repository uuid not null references repository.repository on delete cascade,
        company uuid not null,
        node text collate "C" not null,
        asked_by uuid,
        payload jsonb not null,
        state text collate "C" not null,
        lowest boolean not null,
        stopping boolean not null,
        percent smallint,
        doing text not null,
        result jsonb,
        error text,
        attempts int not null,
        runner uuid,
        asked_at timestamptz not null,
        due_at timestamptz not null,
        begun_at timestamptz,
        ended_at timestamptz
      );
      create index job_waiting on repository.job (node, company, lowest, due_at) where state = 'queued';
      create unique index job_queued_once on repository.job (repository, kind) where state = 'queued';
      create unique index job_running_once on repository.job (repository) where state = 'running';
      create index job_repository on repository.job (repository, asked_at);
      create index job_ended_at on repository.job (ended_at) where ended_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository.job');
  }
}
