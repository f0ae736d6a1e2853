import { createAuditOutbox } from '@holdfast/platform/audit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what: records that wait, and the events that are kept. Neither hangs on what it is about. */
export class Audit1763760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAuditOutbox('identity'));
    await runner.query(`
      create table identity.audit_event (
        id text collate "C" constraint audit_event_pkey primary key,
        company_uuid uuid not null,
        "timestamp" timestamptz not null,
        account_uuid uuid,
        account jsonb,
        operation text not null,
        target jsonb not null,
        names text[] not null,
        address text not null,
        outcome text not null,
        detail jsonb not null
      );
      create index audit_event_newest on identity.audit_event (company_uuid, id);
      create index audit_event_time on identity.audit_event (company_uuid, "timestamp", id);
      create index audit_event_account on identity.audit_event (company_uuid, account_uuid, id);
      create index audit_event_operation on identity.audit_event (company_uuid, operation, id);
      create index audit_event_address on identity.audit_event (company_uuid, address, id);
      create index audit_event_names on identity.audit_event using gin (names);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table identity.audit_event, identity.audit_outbox');
  }
}
