import { hash } from 'node:crypto';
import { addressBlock } from '@holdfast/kernel';

/** Longer texts name no company and no account; they are not kept whole. */
const longest = 300;

/** Whose login is tried and from where, as attempts are counted. */
export interface LoginAttempt {
  /** Id of the company, as sent. */
  company: string;
  /** As sent. Attempts are counted whatever its case; ids that differ by it are those of several accounts. */
  login: string;
  /** The block of the client's address. */
  address: string;
  /** The uuid of the account whose login it is, once somebody has looked. */
  account?: string;
}

export const loginAttempt = (company: string, login: string, address = ''): LoginAttempt => ({
  company: company.slice(0, longest),
  login: login.slice(0, longest),
  address: addressBlock(address).slice(0, longest),
});

/** Names the login of an attempt, from wherever it comes: the beginning of `attemptKey`. */
export const loginKey = ({ company, login }: Omit<LoginAttempt, 'address'>): string =>
  `${company}\0${login.toLowerCase()}\0`;

export const attemptKey = (attempt: LoginAttempt): string => `${loginKey(attempt)}${attempt.address}`;

/** Names whose login was tried, and from where, as it was sent. */
export const sentKey = ({ company, login, address }: LoginAttempt): string =>
  `${company}\0${login}\0${address}`;

/** Names the login as it was sent, in few characters. */
export const sentLogin = ({ login }: LoginAttempt): string => hash('sha1', login, 'base64url');
