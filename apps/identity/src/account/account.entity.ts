import type { AccountType } from '@holdfast/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user, a collaborator or a bot: they share one name space of ids in the company. */
@Entity('account')
@Index('account_id_key', ['company_uuid', 'id'], { unique: true })
@Index('account_email_key', ['company_uuid', 'email_key'], { unique: true, where: 'deleted_at is null' })
@Index('account_active', { synchronize: false })
@Index('account_deactivated', { synchronize: false })
@Index('account_updated', ['company_uuid', 'type', 'updated_at'])
@Index('account_owner', { synchronize: false })
@Index('account_email', { synchronize: false })
@Index('account_by_email', ['company_uuid', 'type', 'email', 'id'], { where: 'deleted_at is null' })
@Index('account_by_first_name', ['company_uuid', 'type', 'first_name', 'id'], { where: 'deleted_at is null' })
@Index('account_by_last_name', ['company_uuid', 'type', 'last_name', 'id'], { where: 'deleted_at is null' })
@Index('account_by_title', ['company_uuid', 'type', 'title', 'id'], { where: 'deleted_at is null' })
@Index('account_by_creation', ['company_uuid', 'type', 'created_at', 'id'], { where: 'deleted_at is null' })
@Index('account_by_update', ['company_uuid', 'type', 'updated_at', 'id'], { where: 'deleted_at is null' })
@Index('account_search', { synchronize: false })
export class AccountRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  company_uuid!: string;
  @Column('text') type!: AccountType;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  /** As it was sent; empty for bots. */
  @Column('text') email!: string;
  /** The address in lower case, by which it is unique and found; null for bots. */
  @Column('text', { nullable: true }) email_key!: string | null;
  @Column('text') first_name!: string;
  @Column('text') last_name!: string;
  /** Computed at each write, for search. */
  @Column('text') display_name!: string;
  @Column('text', { nullable: true }) password_hash!: string | null;
  @Column('text') description!: string;
  @Column('text') phone!: string;
  @Column('text') title!: string;
  @Column('text') locale!: string;
  @Column('text') source!: string;
  @Column('boolean') company_admin!: boolean;
  /** Bots only: who sees it. */
  @Column('text', { nullable: true }) visibility!: 'private' | 'public' | null;
  /** Bots only: the account that made it and manages it. */
  @ForeignKey('account', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  owner_uuid!: string | null;
  /** What it is searched by: its id, e-mail address and display name. Never answered. */
  @Column('text') search_text!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
  @Column('text', { nullable: true }) old_id!: string | null;
}
