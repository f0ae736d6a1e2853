import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An account key that works: a login, or the one key of a bot. Ended ones are removed. */
@Entity('session')
@Index('session_key_hash_key', ['keyHash'], { unique: true })
@Index('session_id_key', ['accountUuid', 'id'], { unique: true })
export class SessionRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @Column('uuid')
  accountUuid!: string;
  /** 24 hex digits, by which its owner names it. */
  @Column({ type: 'text', collation: 'C' }) id!: string;
  /** SHA-256 of the account key; the key itself is nowhere. */
  @Column({ type: 'text', collation: 'C' }) keyHash!: string;
  @Column('text') address!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz') lastUsedAt!: Date;
}
