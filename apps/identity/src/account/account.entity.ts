import type { AccountType } from '@holdfast/kernel';
import { columnsOf } from '@holdfast/platform/persistence';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user, a collaborator or a bot: they share one name space of ids in the company. */
@Entity('account')
@Index('account_id_key', ['companyUuid', 'id'], { unique: true })
@Index('account_email_key', ['companyUuid', 'emailKey'], { unique: true, where: 'deleted_at is null' })
@Index('account_active', { synchronize: false })
@Index('account_deactivated', { synchronize: false })
@Index('account_updated', ['companyUuid', 'type', 'updatedAt'])
@Index('account_owner', { synchronize: false })
@Index('account_email', { synchronize: false })
@Index('account_by_email', ['companyUuid', 'type', 'email', 'id'], { where: 'deleted_at is null' })
@Index('account_by_first_name', ['companyUuid', 'type', 'firstName', 'id'], { where: 'deleted_at is null' })
@Index('account_by_last_name', ['companyUuid', 'type', 'lastName', 'id'], { where: 'deleted_at is null' })
@Index('account_by_title', ['companyUuid', 'type', 'title', 'id'], { where: 'deleted_at is null' })
@Index('account_by_creation', ['companyUuid', 'type', 'createdAt', 'id'], { where: 'deleted_at is null' })
@Index('account_by_update', ['companyUuid', 'type', 'updatedAt', 'id'], { where: 'deleted_at is null' })
@Index('account_search', { synchronize: false })
export class AccountRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  companyUuid!: string;
  @Column('text') type!: AccountType;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  /** As it was sent; empty for bots. */
  @Column('text') email!: string;
  /** The address in lower case, by which it is unique and found; null for bots. */
  @Column('text', { nullable: true }) emailKey!: string | null;
  @Column('text') firstName!: string;
  @Column('text') lastName!: string;
  /** Computed at each write, for search. */
  @Column('text') displayName!: string;
  @Column('text', { nullable: true }) passwordHash!: string | null;
  @Column('text') description!: string;
  @Column('text') phone!: string;
  @Column('text') title!: string;
  @Column('text') locale!: string;
  @Column('text') source!: string;
  @Column('boolean') companyAdmin!: boolean;
  /** Bots only: who sees it. */
  @Column('text', { nullable: true }) visibility!: 'private' | 'public' | null;
  /** Bots only: the account that made it and manages it. */
  @ForeignKey('account', { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  ownerUuid!: string | null;
  /** What it is searched by: its id, e-mail address and display name. Never answered. */
  @Column('text') searchText!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
  @Column('text', { nullable: true }) oldId!: string | null;
}

const unshown = ['companyUuid', 'emailKey', 'passwordHash', 'searchText'] as const;

/** What lists read of an account: all that an answer shows. No hash of a password is among it. */
export type ShownAccount = Omit<AccountRow, (typeof unshown)[number]>;

export const shownAccounts = columnsOf(AccountRow, 'a', unshown);
