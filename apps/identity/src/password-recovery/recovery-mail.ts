import { Inject, Injectable } from '@nestjs/common';
import type { AccountRow } from '../account/account.entity.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { Mailer } from '../mail/mailer.js';
import { RecoveryStore } from './recovery.store.js';

/** The mails that carry a link to set a password. */
@Injectable()
export class RecoveryMail {
  constructor(
    private readonly recoveries: RecoveryStore,
    private readonly mailer: Mailer,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  /** To somebody new; the link works for a week. */
  async invite(account: AccountRow, company: string, to: string): Promise<void> {
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
