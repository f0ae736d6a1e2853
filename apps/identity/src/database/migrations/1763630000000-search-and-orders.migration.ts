import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One folded text and one index per object instead of one per searchable attribute: comparing it costs a tenth of a
 * comparison without regard to case, and does not depend on the database's locale.
 *
 * Orders by which lists are sorted: the first page is read in that order, with a search too when the searched
 * text is frequent, instead of sorting everything that matches. Long texts and the few colours have none.
 */
export class SearchAndOrders1763630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index account_id_search, account_email_search, account_name_search, project_id_search, project_name_search,
        project_description_search, group_id_search, group_name_search;
      alter table account add column search_text text;
      update account set search_text = lower(id || chr(1) || email || chr(1) || display_name);
      alter table account alter column search_text set not null;
      create index account_search on account using gin (search_text public.gin_trgm_ops);
      alter table project add column search_text text;
      update project set search_text = lower(id || chr(1) || name || chr(1) || description);
      alter table project alter column search_text set not null;
      create index project_search on project using gin (search_text public.gin_trgm_ops);
      alter table "group" add column search_text text;
      update "group" set search_text = lower(id || chr(1) || name);
      alter table "group" alter column search_text set not null;
      create index group_search on "group" using gin (search_text public.gin_trgm_ops);

      create index account_by_email on account (company_uuid, type, email, id) where deleted_at is null;
      create index account_by_first_name on account (company_uuid, type, first_name, id) where deleted_at is null;
      create index account_by_last_name on account (company_uuid, type, last_name, id) where deleted_at is null;
      create index account_by_title on account (company_uuid, type, title, id) where deleted_at is null;
      create index account_by_creation on account (company_uuid, type, created_at, id) where deleted_at is null;
      create index account_by_update on account (company_uuid, type, updated_at, id) where deleted_at is null;
      create index project_by_name on project (company_uuid, name, id) where deleted_at is null;
      create index project_by_creation on project (company_uuid, created_at, id) where deleted_at is null;
      create index project_by_update on project (company_uuid, updated_at, id) where deleted_at is null;
      create index group_by_name on "group" (company_uuid, name, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account drop column search_text;
      alter table project drop column search_text;
      alter table "group" drop column search_text;
      create index account_id_search on account using gin (id public.gin_trgm_ops);
      create index account_email_search on account using gin (email public.gin_trgm_ops);
      create index account_name_search on account using gin (display_name public.gin_trgm_ops);
      create index project_id_search on project using gin (id public.gin_trgm_ops);
      create index project_name_search on project using gin (name public.gin_trgm_ops);
      create index project_description_search on project using gin (description public.gin_trgm_ops);
      create index group_id_search on "group" using gin (id public.gin_trgm_ops);
      create index group_name_search on "group" using gin (name public.gin_trgm_ops);
      drop index account_by_email, account_by_first_name, account_by_last_name, account_by_title,
        account_by_creation, account_by_update, project_by_name, project_by_creation, project_by_update, group_by_name
    `);
  }
}
