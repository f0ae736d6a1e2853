import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key is looked for by its fingerprint before its client has said to which company it comes. */
export class SshKeyFingerprints1763820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index ssh_key_by_fingerprint on ssh_key (fingerprint)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ssh_key_by_fingerprint');
  }
}
