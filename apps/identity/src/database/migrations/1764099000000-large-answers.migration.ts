import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of an account's large answers only the newest are kept, which has to be found with each of them. */
export class LargeAnswers1764099000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index idempotency_large on idempotency (account_uuid, created_at) where octet_length(body) > 8192',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index idempotency_large');
  }
}
