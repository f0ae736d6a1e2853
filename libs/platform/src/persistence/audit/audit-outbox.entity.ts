import type { AuditRecord } from '@holdfast/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A record that waits to be collected; every service that changes something has the table. */
@Entity('audit_outbox')
export class AuditOutboxRow {
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
  @Column('jsonb') record!: AuditRecord;
  /** Until then the change that it tells of may be under way; null: it is done. */
  @Column('timestamptz', { nullable: true }) openUntil!: Date | null;
}
