import type { AccountRow } from '../account/account.entity.js';
import { HourlyLimit } from './hourly-limit.js';
import { mailboxOf } from './mailbox.rules.js';

/** So many accounts of a company that write one mailbox in different ways may have all their mails sent there. */
const spellings = 5;

/**
 * Counts mails of one sort in the hour: to an account, whatever its address is, so that one whose address is changed
 * all the time is no mail cannon; and of a company to one address, so that none are accounts that are made and deleted.
 * The same address in another spelling is counted apart, up to a bound of the mailbox: else whoever gives himself that
 * of somebody else would keep mails from him.
 */
export class MailLimit {
  private readonly mails: HourlyLimit;
  private readonly mailboxes: HourlyLimit;

  /** `most`: to an account in an hour. */
  constructor(most: number) {
    this.mails = new HourlyLimit(most);
    this.mailboxes = new HourlyLimit(spellings * most);
  }

  /** Whether one more may be sent, which is counted. `sort`: each is counted by itself. */
  take({ uuid, companyUuid, email }: Pick<AccountRow, 'uuid' | 'companyUuid' | 'email'>, sort = ''): boolean {
    const address = `${companyUuid} ${email.toLowerCase()} ${sort}`;
    return (
      this.mails.take(`${uuid} ${sort}`) &&
      this.mails.take(address) &&
      this.mailboxes.take(`${companyUuid} ${mailboxOf(email)} ${sort}`)
    );
  }
}
