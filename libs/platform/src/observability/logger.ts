import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { loggedError } from './logged-error.js';

/** One line of JSON per event on standard output; keys and passwords never reach it. */
export const log = pino({
  base: null,
  level: 'info',
  serializers: { err: loggedError },
  redact: ['*.password', '*.account_key', '*.company_key', 'req.headers.authorization'],
});

export const setLogLevel = (level: string): void => {
  if (level in log.levels.values || level === 'silent') log.level = level;
};

/** Nest's own words go the same way; its chatter of the start is left out. */
export const nestLogger: LoggerService = {
  log: (message: unknown) => log.debug(String(message)),
  error: (message: unknown, ...rest: unknown[]) => log.error({ detail: rest.map(String) }, String(message)),
  warn: (message: unknown) => log.warn(String(message)),
  debug: (message: unknown) => log.debug(String(message)),
  verbose: (message: unknown) => log.trace(String(message)),
};
