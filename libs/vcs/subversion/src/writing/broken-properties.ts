import { loopShare } from '@holdfast/kernel';
import { hasBrokenExternal } from './external-lines.js';

/** A property by which clients fail: its name without `svn:`, and why it may not be in a revision. */
export interface BrokenProperty {
  name: string;
  reason: string;
  /** Whether it is no worse than it was. */
  isAsBefore: (before: string) => Promise<boolean>;
}

/** What clients read of a value: they take it for a text that ends with a NUL. */
export const readOf = (value: Buffer): string => {
  const end = value.indexOf(0);
  return value.toString('utf8', 0, end < 0 ? value.length : end);
};

/** Where a property is, and behind which revision. */
interface PropertyPlace {
  isFile: boolean;
  newest: number;
}

type Judge = (value: string, place: PropertyPlace) => Promise<Omit<BrokenProperty, 'name'> | undefined>;

/** Those that clients read of a file or a directory, by their names without `svn:`. */
const judges: Readonly<Record<string, Judge>> = {
  externals: async (value, { isFile }) =>
    !isFile && (await hasBrokenExternal(value))
      ? {
          reason: 'there is a line in svn:externals that no client can read',
          isAsBefore: (before) => Promise.resolve(before === value),
        }
      : undefined,
  mergeinfo: async (value, { newest }) => {
    const named = await newestIn(value);
    return named > newest
      ? {
          reason:
            'svn:mergeinfo names a revision that there is not yet: no client could read a log with merges',
          isAsBefore: async (before) => (await newestIn(before)) >= named,
        }
      : undefined;
  },
  'eol-style': (value, { isFile }) =>
    Promise.resolve(
      isFile && !lineEnds.has(value)
        ? {
            reason:
              'svn:eol-style is native, LF, CR or CRLF: with another no changed working copy could be updated',
            isAsBefore: (before) => Promise.resolve(before === value),
          }
        : undefined,
    ),
  'mime-type': (value, { isFile }) =>
    Promise.resolve(
      isFile && Buffer.byteLength(value) > longestType
        ? {
            reason: 'svn:mime-type has more than 1,024 bytes: not all could read the file',
            isAsBefore: (before) => Promise.resolve(before === value),
          }
        : undefined,
    ),
};

/** It is a header of the server's answers, and of ours (bytes). */
const longestType = 1_024;

const lineEnds = new Set(['native', 'LF', 'CR', 'CRLF']);

/** The newest revision of which it says that it is merged; the server has looked that it can be read. */
const newestIn = async (mergeinfo: string): Promise<number> => {
  let newest = 0;
  for (const line of mergeinfo.split('\n')) {
    if (loopShare.isOver) await loopShare.pass();
    for (const [digits] of line.slice(line.lastIndexOf(':') + 1).matchAll(/\d+/g))
      newest = Math.max(newest, Number(digits));
  }
  return newest;
};

/** Why a property may be in no revision behind the newest one; undefined: it may. */
export const brokenProperty = async (
  name: string,
  value: Buffer,
  place: PropertyPlace,
): Promise<BrokenProperty | undefined> => {
  const own = name.startsWith('svn:') ? name.slice(4) : '';
  const broken = Object.hasOwn(judges, own) ? await judges[own](readOf(value), place) : undefined;
  return broken && { ...broken, name: own };
};
