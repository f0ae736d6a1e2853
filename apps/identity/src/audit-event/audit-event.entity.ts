import type { AuditDetail, AuditOutcome, AuditTarget, ObjectReference } from '@holdfast/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What somebody did, as it is kept. It hangs on nothing that it is about. */
@Entity('audit_event')
@Index('audit_event_newest', ['companyUuid', 'id'])
@Index('audit_event_time', ['companyUuid', 'timestamp', 'id'])
@Index('audit_event_account', ['companyUuid', 'accountUuid', 'id'])
@Index('audit_event_operation', ['companyUuid', 'operation', 'id'])
@Index('audit_event_address', ['companyUuid', 'address', 'id'])
@Index('audit_event_names', { synchronize: false })
export class AuditEventRow {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column('uuid') companyUuid!: string;
  @Column('timestamptz') timestamp!: Date;
  @Column('uuid', { nullable: true }) accountUuid!: string | null;
  /** As it was called then; null: the operator, or nobody. */
  @Column('jsonb', { nullable: true }) account!: ObjectReference | null;
  @Column('text') operation!: string;
  @Column('jsonb') target!: AuditTarget;
  /** What it is found by: ids and uuids of its target and of what that is in. Never answered. */
  @Column('text', { array: true }) names!: string[];
  @Column('text') address!: string;
  @Column('text') outcome!: AuditOutcome;
  @Column('jsonb') detail!: AuditDetail;
}
