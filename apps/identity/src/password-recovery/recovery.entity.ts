import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A link to set a password; the token is in the mail only. */
@Entity('password_recovery')
export class RecoveryRow {
  @PrimaryColumn({ type: 'text', collation: 'C' }) tokenHash!: string;
  @Index('password_recovery_account')
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @Column('uuid')
  accountUuid!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
