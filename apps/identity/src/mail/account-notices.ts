import { actor, timestamp, type CallContext } from '@holdfast/kernel';
import { BackgroundQueue } from '@holdfast/platform/process';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../account/account.entity.js';
import { AccountStore } from '../account/account.store.js';
import { leadsNowhere, noticeMail, noticesOf, type Cause, type Notice } from './account-notices.rules.js';
import { MailLimit } from './mail-limit.js';
import { Mailer } from './mailer.js';

/** Most mails of one kind to one holder in an hour. */
const mostMails = 20;

/** A company has one connection of the database at a time to find out who is told. */
const limits = {
  atOnce: { total: 2, each: [1] },
  waiting: { total: 2_000, each: [1_000] },
  patience: 60_000,
};

/**
 * Tells people by mail of changes that somebody who got hold of an account would make. To be called after commit;
 * nobody waits for it, and no change fails of it.
 */
@Injectable()
export class AccountNotices {
  private readonly mails = new MailLimit(mostMails);
  private readonly queue = new BackgroundQueue('notices', limits);

  constructor(
    private readonly accounts: AccountStore,
    private readonly mailer: Mailer,
  ) {}

  /**
   * An account was changed, or made (`before` is undefined): its password, its address, or that it is a company admin
   * now. Its holder is told at the address that he had before; of a new admin the other admins are told as well.
   */
  changed(before: AccountRow | undefined, after: AccountRow, cause: Cause): void {
    const notices = noticesOf(before, after);
    for (const notice of notices) this.later(cause, () => this.toHolder(before ?? after, notice, cause));
    if (notices.includes('company_admin')) this.later(cause, () => this.toAdmins(after, cause));
  }

  /** An account has a new SSH key, or a bot a new account key. */
  newKey(account: string, notice: 'ssh_key' | 'bot_key', cause: Cause): void {
    this.later(cause, async () => {
      const found = await this.accounts.findActive(account);
      if (found) await this.toHolder(found.account, notice, cause);
    });
  }

  /** A bot's holder is its owner. */
  private async toHolder(account: AccountRow, notice: Notice, cause: Cause): Promise<void> {
    if (account.type !== 'bot') return this.send(account, notice, account, cause);
    const owner = account.ownerUuid === null ? undefined : await this.accounts.findActive(account.ownerUuid);
    if (owner) this.send(owner.account, notice, account, cause);
  }

  private async toAdmins(account: AccountRow, cause: Cause): Promise<void> {
    const told = account.type === 'bot' ? account.ownerUuid : account.uuid;
    for (const admin of await this.accounts.admins(account.companyUuid))
      if (admin.uuid !== told) this.send(admin, 'company_admin', account, cause);
  }

  private send(
    holder: Pick<AccountRow, 'uuid' | 'companyUuid' | 'email'>,
    notice: Notice,
    account: AccountRow,
    cause: Cause,
  ): void {
    const { email: to } = holder;
    if (leadsNowhere(to) || !this.mails.take(holder, notice)) return;
    this.mailer.post(cause.company, noticeMail(to, notice, account, cause, timestamp(new Date())));
  }

  private later({ company }: Cause, run: () => Promise<void>): void {
    this.queue.add({ parties: [company], run });
  }
}

/** Caused by a call of the API. */
export const causeOf = (ctx: CallContext): Cause => {
  const { company, account } = actor(ctx);
  return { company: company.id, by: account.id, ...(ctx.address ? { address: ctx.address } : {}) };
};
