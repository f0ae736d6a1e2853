import { isFull } from './full-database.js';

/** It is not there, starts, or has too many connections. */
const unreachedCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', '53300', '57P03']);

const awayCodes = new Set([
  ...unreachedCodes,
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  // Connection exceptions.
  ...['08000', '08001', '08003', '08004', '08006'],
  // Shutdown, crash, a statement that the server or an operator ended, an idle transaction.
  ...['57P01', '57P02', '57P05', '57014', '25P03'],
]);

/** Some of these errors of the driver and of TypeORM have a message and no code. */
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|(?:encountered a connection error|was closed) and is not queryable|Client has encountered a connection error|already released/;

/**
 * Whether the database cannot be reached, has gone, is full, or has given up after a time. It is a 503, not a fault
 * of ours.
 */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return isFull(error) || (code !== undefined && awayCodes.has(code)) || awayWords.test(error.message);
};

/** Whether the database has not heard what it was asked, or has no room for it: nothing of that is done. */
export const isUnreached = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  const isLate = error.message.includes('timeout exceeded when trying to connect');
  return isFull(error) || isLate || (code !== undefined && unreachedCodes.has(code));
};

/**
 * Whether it does not take these data, now or later: a text with a NUL, for instance (class 22 of SQLSTATE). Asking
 * again is in vain. So it is where one value is too long for an index (class 54).
 */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && /^(?:22|54)/.test((error as { code?: string }).code ?? '');
