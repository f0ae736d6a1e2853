import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('ssh_key')
@Index('ssh_key_id_key', ['account_uuid', 'id'], { unique: true })
@Index('ssh_key_fingerprint_key', ['company_uuid', 'fingerprint'], { unique: true })
@Index('ssh_key_title_search', { synchronize: false })
export class SshKeyRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  company_uuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @Column('uuid')
  account_uuid!: string;
  /** 24 hex digits. */
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') title!: string;
  @Column('text') content!: string;
  /** `SHA256:` and the digest of the key in base64 without padding. */
  @Column({ type: 'text', collation: 'C' }) fingerprint!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
