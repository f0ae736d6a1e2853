import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repositories elsewhere that ours are imported from, follow, or are followed by. */
export class Remotes1764050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table repository.repository add column imported boolean not null default false, add column mirror text`);
    await runner.query(`
      create table repository.remote (
        repository uuid not null references repository.repository on delete cascade,
        purpose text collate "C" not null,
        direction text not null,
        url text not null,
        username text,
        secret text,
        account uuid not null,
        credential text,
        address text,
        interval int not null,
        enabled boolean not null,
        due timestamptz,
        failures int not null,
        last_at timestamptz,
        error text,
        constraint remote_pkey primary key (repository, purpose)
      )`);
    await runner.query('create index remote_due on repository.remote (due) where due is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table repository.remote');
    await runner.query('alter table repository.repository drop column imported, drop column mirror');
  }
}
