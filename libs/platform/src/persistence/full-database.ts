import { log } from '../observability/logger.js';

/** The disk of the server is full, or a limit of its memory or configuration is reached; and a disk of our own. */
const fullCodes = new Set(['53000', '53100', '53200', '53400', 'ENOSPC', 'EDQUOT']);
const fullWords = /No space left on device/;

/** How often the log says so, in one process (ms). */
const every = 60_000;
let told = -Infinity;

/**
 * Whether the database, or a disk of this process, has no room for what it is asked. It is a 503: somebody must make
 * room.
 */
export const isFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return (code !== undefined && fullCodes.has(code)) || fullWords.test(error.message);
};

/** Tells the log of it once a minute: everybody who writes meets it. */
export const tellFull = (
  error: unknown,
  to: { error(about: object, text: string): void } = log,
  now = Date.now(),
): void => {
  if (!isFull(error) || now < told + every) return;
  told = now;
  to.error(
    { err: error },
    'no room left, in the database or on a disk: nothing is written until there is some again',
  );
};
