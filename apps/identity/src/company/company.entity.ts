import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('company')
@Index('company_id_key', ['id'], { unique: true })
export class CompanyRow {
  @PrimaryColumn('uuid') uuid!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') name!: string;
  /** Counts the rotations of the company key. */
  @Column('integer') keyVersion!: number;
  /** Bytes; null: no limit. */
  @Column('bigint', { nullable: true }) storageLimit!: string | null;
  /** Bytes that its repositories store, kept by the ledger. */
  @Column('bigint', { default: 0 }) storageUsed!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
  @Column('text', { nullable: true }) oldId!: string | null;
}
