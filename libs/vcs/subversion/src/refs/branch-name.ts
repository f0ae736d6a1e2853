import type { NameProblem } from '@holdfast/vcs-spi';
import { isKept } from '../process/kept-name.js';
import { unpathed } from '../process/told-text.js';

/** Longer names of directories do not fit on every disk of a client (bytes). */
const longest = 255;

/** Why a branch or a tag cannot have this name: it is that of one directory. */
export const refNameProblem = (name: string): NameProblem | undefined => {
  const isNone = name === '' || name === '.' || name === '..' || isKept(name);
  if (isNone || name.includes('/') || unpathed.test(name)) return { invalid: true };
  return Buffer.byteLength(name) > longest ? { maximum: longest } : undefined;
};

/** The branch that is there from the start, and lies beside the others. */
export const trunk = 'trunk';
