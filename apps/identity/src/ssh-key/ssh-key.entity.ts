import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('ssh_key')
@Index('ssh_key_id_key', ['accountUuid', 'id'], { unique: true })
@Index('ssh_key_fingerprint_key', ['companyUuid', 'fingerprint'], { unique: true })
@Index('ssh_key_by_fingerprint', ['fingerprint'])
@Index('ssh_key_title_search', { synchronize: false })
export class SshKeyRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  companyUuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @Column('uuid')
  accountUuid!: string;
  /** 24 hex digits. */
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') title!: string;
  @Column('text') content!: string;
  /** `SHA256:` and the digest of the key in base64 without padding. */
  @Column({ type: 'text', collation: 'C' }) fingerprint!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
