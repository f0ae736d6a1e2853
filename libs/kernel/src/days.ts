import { DomainError } from './domain-error.js';

/** A hundred years. */
const mostDays = 36_500;

/** Checks a number of days: whole, from 0 to 36,500. @throws DomainError `invalid` on `days` */
export const checkDays = (days: number): void => {
  if (!Number.isSafeInteger(days) || days < 0 || days > mostDays)
    throw DomainError.invalid({ days: { invalid: true } });
};
