import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Companies, their accounts with sessions, groups, and projects with the roles in them.
 * Ids are unique over active and deactivated objects alike (both have an address); other unique values among
 * active ones only. Ids sort bytewise.
 */
export class PeopleAndProjects1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table company (
        uuid uuid primary key,
        id text collate "C" not null,
        name text not null,
        key_version integer not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        old_id text
      );
      create unique index company_id_key on company (id);

      create table account (
        uuid uuid primary key,
        company_uuid uuid not null references company on delete cascade,
        type text not null,
        id text collate "C" not null,
        email text not null,
        email_key text,
        first_name text not null,
        last_name text not null,
        display_name text not null,
        password_hash text,
        description text not null,
        phone text not null,
        title text not null,
        locale text not null,
        source text not null,
        company_admin boolean not null,
        visibility text,
        owner_uuid uuid references account on delete set null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        old_id text
      );
      create unique index account_id_key on account (company_uuid, id);
      create unique index account_email_key on account (company_uuid, email_key) where deleted_at is null;
      create index account_active on account (company_uuid, type, id) where deleted_at is null;
      create index account_deactivated on account (company_uuid, type, id) where deleted_at is not null;
      create index account_updated on account (company_uuid, type, updated_at);
      create index account_owner on account (owner_uuid) where owner_uuid is not null;
      create index account_id_search on account using gin (id public.gin_trgm_ops);
      create index account_email_search on account using gin (email public.gin_trgm_ops);
      create index account_name_search on account using gin (display_name public.gin_trgm_ops);

      create table session (
        uuid uuid primary key,
        account_uuid uuid not null references account on delete cascade,
        id text collate "C" not null,
        key_hash text collate "C" not null,
        address text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        last_used_at timestamptz not null
      );
      create unique index session_key_hash_key on session (key_hash);
      create unique index session_id_key on session (account_uuid, id);

      create table "group" (
        uuid uuid primary key,
        company_uuid uuid not null references company on delete cascade,
        id text collate "C" not null,
        name text not null,
        description text not null,
        visibility text not null,
        source text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index group_id_key on "group" (company_uuid, id);
      create unique index group_name_key on "group" (company_uuid, name);
      create index group_updated on "group" (company_uuid, updated_at);
      create index group_id_search on "group" using gin (id public.gin_trgm_ops);
      create index group_name_search on "group" using gin (name public.gin_trgm_ops);

      create table group_member (
        group_uuid uuid not null references "group" on delete cascade,
        account_uuid uuid not null references account on delete cascade,
        role text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (group_uuid, account_uuid)
      );
      create index group_member_account on group_member (account_uuid, group_uuid) include (role);

      create table project (
        uuid uuid primary key,
        company_uuid uuid not null references company on delete cascade,
        id text collate "C" not null,
        name text not null,
        visibility text not null,
        color text not null,
        labels text[] not null,
        description text not null,
        properties jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        old_id text
      );
      create unique index project_id_key on project (company_uuid, id);
      create unique index project_name_key on project (company_uuid, name) where deleted_at is null;
      create index project_active on project (company_uuid, id) where deleted_at is null;
      create index project_deactivated on project (company_uuid, id) where deleted_at is not null;
      create index project_updated on project (company_uuid, updated_at);
      create index project_id_search on project using gin (id public.gin_trgm_ops);
      create index project_name_search on project using gin (name public.gin_trgm_ops);
      create index project_description_search on project using gin (description public.gin_trgm_ops);

      create table project_account (
        project_uuid uuid not null references project on delete cascade,
        account_uuid uuid not null references account on delete cascade,
        role text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (project_uuid, account_uuid)
      );
      create index project_account_account on project_account (account_uuid, project_uuid) include (role);

      create table project_group (
        project_uuid uuid not null references project on delete cascade,
        group_uuid uuid not null references "group" on delete cascade,
        role text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (project_uuid, group_uuid)
      );
      create index project_group_group on project_group (group_uuid, project_uuid) include (role);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table project_group, project_account, project, group_member, "group", session, account, company',
    );
  }
}
