import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers of creations, kept for retries with the same key. */
export class Idempotency1763610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency (
        account_uuid uuid not null,
        operation text not null,
        key text not null,
        request text not null,
        status integer,
        body text,
        created_at timestamptz not null,
        primary key (account_uuid, operation, key)
      );
      create index idempotency_created on idempotency (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotency');
  }
}
