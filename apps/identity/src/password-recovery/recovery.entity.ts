import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A link to set a password; the token is in the mail only. */
@Entity('password_recovery')
export class RecoveryRow {
  @PrimaryColumn({ type: 'text', collation: 'C' }) token_hash!: string;
  @Index('password_recovery_account')
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @Column('uuid')
  account_uuid!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
