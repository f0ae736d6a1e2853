import type { NameProblem } from '@holdfast/vcs-spi';

/** Bytes of a name that is made here. */
const longest = 255;

/** What Mercurial itself takes for something else than a name, or for a number. */
const taken = /^(?:tip|\.|null|[+-]?\d+(?:_\d+)*)$/;

/** Why a named branch cannot have this name, by Mercurial's rules; it has no control characters either. */
export const branchNameProblem = (name: string): NameProblem | undefined => {
  if (name === '' || taken.test(name) || name.trim() !== name) return { invalid: true };
  if (/[:\p{Cc}\p{Cs}\ufffd]/u.test(name)) return { invalid: true };
  return Buffer.byteLength(name) > longest ? { maximum: longest } : undefined;
};
