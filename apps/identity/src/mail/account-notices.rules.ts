import type { AccountRow } from '../account/account.entity.js';
import type { Mail } from './message.js';

/** What an account's holder is told of. */
export type Notice = 'password' | 'email' | 'ssh_key' | 'bot_key' | 'company_admin';

/** Who caused it and where; all of it ASCII. */
export interface Cause {
  /** Id of the company. */
  company: string;
  /** Id of the account that did it, or what did it in its place. */
  by: string;
  /** The client's address, where there was one. */
  address?: string;
}

const sentences: Record<Notice, (id: string) => string> = {
  password: (id) => `The password of the account ${id} was changed.`,
  email: (id) =>
    `The e-mail address of the account ${id} was changed. This mail goes to the previous one only.`,
  ssh_key: (id) => `The account ${id} has a new SSH key.`,
  bot_key: (id) => `The bot ${id} has a new account key.`,
  company_admin: (id) => `The account ${id} is a company admin now.`,
};

/** The mail that tells it, in one language for all. It names nothing that opens anything. */
export const noticeMail = (
  to: string,
  notice: Notice,
  { id }: { id: string },
  { company, by, address }: Cause,
  at: string,
): Mail => ({
  to,
  subject: `A change of ${id} of ${company}`,
  text:
    `${sentences[notice](id)}\n\n` +
    `company  ${company}\nby       ${by}\n${address ? `from     ${address}\n` : ''}time     ${at}\n\n` +
    'If nobody should have done this, tell an admin of your company.\n',
});

/** What of a changed account is told. */
export const noticesOf = (
  before: Pick<AccountRow, 'passwordHash' | 'email' | 'companyAdmin'> | undefined,
  after: Pick<AccountRow, 'passwordHash' | 'email' | 'companyAdmin'>,
): Notice[] => {
  const found: Notice[] = [];
  if (before && before.passwordHash !== after.passwordHash) found.push('password');
  if (before && before.email !== after.email) found.push('email');
  if (after.companyAdmin && !before?.companyAdmin) found.push('company_admin');
  return found;
};

/** An address of the domain that leads nowhere (RFC 2606), which first admins have. */
export const leadsNowhere = (email: string): boolean => email === '' || email.endsWith('.invalid');
