import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Keepsakes1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table keepsake (
        uuid uuid primary key,
        project_uuid uuid not null references project on delete cascade,
        project_id text not null,
        creator_uuid uuid not null,
        creator_id text not null,
        id text collate "C" not null,
        title text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index keepsake_id_key on keepsake (project_uuid, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table keepsake');
  }
}
