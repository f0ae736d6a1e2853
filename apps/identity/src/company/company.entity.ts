import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('company')
@Index('company_id_key', ['id'], { unique: true })
export class CompanyRow {
  @PrimaryColumn('uuid') uuid!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') name!: string;
  /** Counts the rotations of the company key. */
  @Column('integer') key_version!: number;
  /** Bytes; null: no limit. */
  @Column('bigint', { nullable: true }) storage_limit!: string | null;
  /** Bytes that its repositories store, kept by the ledger. */
  @Column('bigint', { default: 0 }) storage_used!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
  @Column('text', { nullable: true }) old_id!: string | null;
}
