import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Requests were kept as plain digests, against which passwords in them could be guessed. They live for a day: what is
 * forgotten here is the answer to retries of requests that were made before the upgrade.
 */
export class KeyedRequests1763780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('truncate identity.idempotency');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
