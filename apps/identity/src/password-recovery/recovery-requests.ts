import { addressNetwork } from '@holdfast/kernel';
import { BackgroundQueue } from '@holdfast/platform/process';
import { Inject, Injectable } from '@nestjs/common';
import { AccountStore } from '../account/account.store.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { MailLimit } from '../mail/mail-limit.js';
import { AddressBudget } from '../session/address-budget.js';
import { RecoveryMail } from './recovery-mail.js';

/** Most mails to one account in an hour. */
const mostMails = 5;

/** One connection of the database is taken at a time: what nobody answers for makes no answer to others wait. */
const limits = {
  atOnce: { total: 1, each: [1, 1] },
  waiting: { total: 500, each: [100, 50] },
  patience: 60_000,
};

/** Those who have lost a password and ask for a link. Anybody may ask, for any address, and has his answer at once. */
@Injectable()
export class RecoveryRequests {
  private readonly mails = new MailLimit(mostMails);
  private readonly budget: AddressBudget;
  private readonly queue = new BackgroundQueue('password recoveries', limits);

  constructor(
    private readonly accounts: AccountStore,
    private readonly mail: RecoveryMail,
    @Inject(identityEnv) { recoveryBudget }: Pick<IdentityEnv, 'recoveryBudget'>,
  ) {
    this.budget = new AddressBudget(recoveryBudget);
  }

  /**
   * Takes the wish of a client, at this block of addresses, for a link to this address of mail. Answers 0, or the
   * seconds until it may ask again: nothing is sent then.
   */
  ask(client: string, email: string, now = Date.now()): number {
    const until = this.budget.until(client, now);
    if (until > now) return Math.ceil((until - now) / 1000);
    this.budget.spend(client, now);
    this.queue.add({ parties: [addressNetwork(client), client], key: email, run: () => this.send(email) });
    return 0;
  }

  /** Only addresses that somebody has are counted: no flood of made up ones makes others forgotten. */
  private async send(email: string): Promise<void> {
    for (const { account, company } of await this.accounts.findAddress(email))
      if (this.mails.take(account)) await this.mail.recover(account, company);
  }
}
