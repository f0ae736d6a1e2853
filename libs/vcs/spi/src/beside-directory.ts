import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** So begins the name of what is to become the directory, or was it and is to go: by it what was cut off is found. */
export const besidePrefix = (directory: string): string => `.${basename(directory)}.`;

/** A place beside the directory that nothing has yet. `end`: what is to become of it. */
export const placeBeside = (directory: string, end: 'new' | 'gone'): string =>
  join(dirname(directory), `${besidePrefix(directory)}${randomBytes(8).toString('hex')}.${end}`);
