import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { unlessGone } from '@holdfast/kernel';
import { eachLine } from '@holdfast/vcs-spi/engine';
import { isKept } from '../process/kept-name.js';
import { untoldCharacter } from '../process/told-text.js';
import { placeOf } from './transaction-props.js';

/** A longer path can be asked for by nobody: the server takes no longer line (characters). */
const longestLine = 64 << 10;

/** What a transaction makes or changes, as it says it itself; what it takes away may have had any name. */
const madeOrChanged = /^\S+ (?!delete)[a-z][^/]*\//;
const made = /^\S+ (?:add|replace)[^/]*\//;

/** No file system of a client has longer names (bytes), and long lists of them could not be told. */
const longestName = 255;

/** Nor a working copy a longer path (bytes): systems take 4,096, of which it needs some for where it lies itself. */
const longestPath = 3_500;

/** Addresses of the server, which cover a name there. */
const covered = /^[^/]*\/!svn$/;

const problemOf = (line: string): string | undefined => {
  if ((untoldCharacter.test(line) || line.length >= longestLine) && madeOrChanged.test(line))
    return 'a file or directory has a name that clients cannot read';
  const [path, name] = [line.indexOf('/'), line.lastIndexOf('/')].map((at) => line.slice(at + 1));
  if ((isKept(name) || covered.test(line)) && made.test(line))
    return 'no file or directory may be called .svn, also by another case, nor !svn in the root';
  if (isLonger(path, longestPath) && made.test(line))
    return `a file or directory has a path of more than ${longestPath} bytes`;
  return isLonger(name, longestName) && made.test(line)
    ? `a file or directory has a name of more than ${longestName} bytes`
    : undefined;
};

/** No character has more than three bytes of its own, a pair four. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

/**
 * Why the names of what an open transaction makes or changes may not be in a revision, which would have them for ever.
 * @throws Error where they cannot be read
 */
export const unfitNames = async (
  directory: string,
  name: string,
  gone?: AbortSignal,
): Promise<string | undefined> => {
  const place = placeOf(directory, name);
  if (place === undefined) return undefined;
  let unfit: string | undefined;
  const look = (line: string): void => {
    unfit = problemOf(line) ?? unfit;
  };
  const changes = createReadStream(join(place, 'changes'), gone ? { signal: gone } : {});
  eachLine(changes, look, longestLine, '\n');
  // One that changes nothing has none.
  await finished(changes).catch(unlessGone);
  return unfit;
};
