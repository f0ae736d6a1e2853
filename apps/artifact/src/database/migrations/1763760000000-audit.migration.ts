import { createAuditOutbox } from '@holdfast/platform/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records of who did what, until identity has collected them. */
export class Audit1763760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAuditOutbox('artifact'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table artifact.audit_outbox');
  }
}
