import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SSH keys, password recoveries, notification settings and subscriptions. */
export class KeysAndSettings1763620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ssh_key (
        uuid uuid primary key,
        company_uuid uuid not null references company on delete cascade,
        account_uuid uuid not null references account on delete cascade,
        id text collate "C" not null,
        title text not null,
        content text not null,
        fingerprint text collate "C" not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index ssh_key_id_key on ssh_key (account_uuid, id);
      create unique index ssh_key_fingerprint_key on ssh_key (company_uuid, fingerprint);
      create index ssh_key_title_search on ssh_key using gin (title public.gin_trgm_ops);

      create table password_recovery (
        token_hash text collate "C" primary key,
        account_uuid uuid not null references account on delete cascade,
        created_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index password_recovery_account on password_recovery (account_uuid);
      create index account_email on account (email_key) where deleted_at is null and email_key is not null;

      create table notification_setting (
        account_uuid uuid not null references account on delete cascade,
        project_uuid uuid not null references project on delete cascade,
        frequency text not null,
        primary key (account_uuid, project_uuid)
      );
      create index notification_setting_project on notification_setting (project_uuid);

      create table subscriber (
        project_uuid uuid not null references project on delete cascade,
        account_uuid uuid not null references account on delete cascade,
        created_at timestamptz not null,
        primary key (project_uuid, account_uuid)
      );
      create index subscriber_account on subscriber (account_uuid, project_uuid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index account_email; drop table subscriber, notification_setting, password_recovery, ssh_key',
    );
  }
}
