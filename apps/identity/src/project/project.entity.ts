import type { colors } from '@holdfast/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('project')
@Index('project_id_key', ['company_uuid', 'id'], { unique: true })
@Index('project_name_key', ['company_uuid', 'name'], { unique: true, where: 'deleted_at is null' })
@Index('project_active', { synchronize: false })
@Index('project_deactivated', { synchronize: false })
@Index('project_updated', ['company_uuid', 'updated_at'])
@Index('project_by_name', ['company_uuid', 'name', 'id'], { where: 'deleted_at is null' })
@Index('project_by_creation', ['company_uuid', 'created_at', 'id'], { where: 'deleted_at is null' })
@Index('project_by_update', ['company_uuid', 'updated_at', 'id'], { where: 'deleted_at is null' })
@Index('project_search', { synchronize: false })
export class ProjectRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  company_uuid!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') name!: string;
  @Column('text') visibility!: 'company' | 'members';
  @Column('text') color!: (typeof colors)[number];
  @Column('text', { array: true }) labels!: string[];
  @Column('text') description!: string;
  @Column('jsonb') properties!: object;
  /** Bytes; null: no limit of its own. */
  @Column('bigint', { nullable: true }) storage_limit!: string | null;
  /** Bytes that its repositories store, kept by the ledger. */
  @Column('bigint', { default: 0 }) storage_used!: string;
  /** What it is searched by: its id, name and description. Never answered. */
  @Column('text') search_text!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
  @Column('text', { nullable: true }) old_id!: string | null;
}
