import { log } from '@holdfast/platform/observability';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountRow } from '../account/account.entity.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { HourlyLimit } from '../mail/hourly-limit.js';
import { mailboxOf } from '../mail/mailbox.rules.js';
import { Mailer } from '../mail/mailer.js';
import { RecoveryStore } from './recovery.store.js';

/** Most invitations of one company to one address in an hour: whose address it is, nobody has shown. */
const mostInvitations = 5;

/** The mails that carry a link to set a password. */
@Injectable()
export class RecoveryMail {
  private readonly invitations = new HourlyLimit(mostInvitations);

  constructor(
    private readonly recoveries: RecoveryStore,
    private readonly mailer: Mailer,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  /**
   * To somebody new; the link works for a week. Where many went to that address there is none: he may ask for a new
   * password, or is given one.
   */
  async invite(account: AccountRow, company: string, to: string): Promise<void> {
    if (!this.invitations.take(`${account.companyUuid} ${mailboxOf(to)}`)) {
      log.warn({ company, account: account.uuid }, 'an invitation was not sent: many went to its address');
      return;
    }
    const link = await this.link(account, 7 * 24);
    if (link === undefined) return;
    this.mailer.post(company, {
      to,
      subject: `Your account ${account.id} of ${company}`,
      text: `An account was made for you.\n\n${loginLines(account, company)}\n\nSet your password within a week:\n${howTo(link)}`,
    });
  }

  /** To somebody who asked for it; the link works for a day. */
  async recover(account: AccountRow, company: string): Promise<void> {
    const link = await this.link(account, 24);
    if (link === undefined) return;
    this.mailer.post(company, {
      to: account.email,
      subject: `A new password for ${account.id} of ${company}`,
      text: `Somebody asked for a new password.\n\n${loginLines(account, company)}\n\nSet it within a day, or ignore this mail:\n${howTo(link)}`,
    });
  }

  /** Undefined: the account was changed meanwhile. */
  private async link(account: AccountRow, hours: number): Promise<string | undefined> {
    const token = await this.recoveries.mint(account, hours);
    return token && `${this.env.siteUrl}/api/account/password_recoveries/${token}`;
  }
}

const loginLines = (account: AccountRow, company: string): string =>
  `company  ${company}\nlogin    ${account.id}`;

const howTo = (link: string): string =>
  `${link}\n\nThe new password is sent to this address by PUT, as {"password": "..."}:\n\n  curl -X PUT -F 'password=...' ${link}\n`;
