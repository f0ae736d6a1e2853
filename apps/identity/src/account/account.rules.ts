import { randomInt } from 'node:crypto';
import { DomainError, type JsonObject, type Principal } from '@holdfast/kernel';
import type { AccountRow } from './account.entity.js';

/** First and last name, whichever exist, else the e-mail address. */
export const displayName = (names: { firstName: string; lastName: string }, otherwise: string): string =>
  [names.firstName, names.lastName].filter((name) => name !== '').join(' ') || otherwise;

/** The form in which an e-mail address is unique and found. */
export const emailKey = (email: string): string => email.toLowerCase();

const sets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789'];
const all = sets.join('');
const pick = (from: string): string => from[randomInt(from.length)];

/** A password of 20 letters and digits that meets the rules; about 115 bits. */
export const randomPassword = (): string => {
  const characters = [...sets.map(pick), ...Array.from({ length: 17 }, () => pick(all))];
  for (let at = characters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [characters[at], characters[other]] = [characters[other], characters[at]];
  }
  return characters.join('');
};

/** Attributes that grant something, or that an external directory goes by, with what null stands for. */
const granting = [
  ['company_admin', 'companyAdmin', false],
  ['source', 'source', ''],
] as const;

/**
 * Nobody but a company admin changes what grants something; sending it as it stands is no change.
 * @throws DomainError `forbidden`
 */
export const allowGrants = (
  caller: Principal,
  now: Pick<AccountRow, (typeof granting)[number][1]>,
  sent: JsonObject,
): void => {
  if (caller.companyAdmin) return;
  const changes = ([attribute, own, otherwise]: (typeof granting)[number]): boolean =>
    sent[attribute] !== undefined && (sent[attribute] ?? otherwise) !== now[own];
  if (granting.some(changes)) throw DomainError.forbidden('only company admins change this');
};
