import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The catalogue of repositories and the protection of branches. */
export class Catalogue1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table repository.repository (
        uuid uuid constraint repository_pkey primary key,
        company uuid not null,
        project uuid not null,
        id text collate "C" not null,
        type text not null,
        node text not null,
        default_identifier text not null,
        description text not null,
        properties jsonb not null,
        policy text,
        redeploy boolean,
        creator uuid not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        old_id text
      );
      create unique index repository_project_id on repository.repository (project, id);
      create index repository_project_updated_at on repository.repository (project, updated_at);
      create index repository_id_trigram on repository.repository using gin (id public.gin_trgm_ops);
      create index repository_description_trigram
        on repository.repository using gin (description public.gin_trgm_ops);
      create table repository.protected_branch (
        repository uuid not null,
        name text collate "C" not null,
        constraint protected_branch_pkey primary key (repository, name)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository.protected_branch, repository.repository');
  }
}
