import type { Readable } from 'node:stream';
import { eachLine } from '@holdfast/vcs-spi/engine';

/** A longer line is none of our programs (characters): all bookmarks of a remote are one line. */
const longestLine = 8 << 20;

/** Hands over what a program of ours says, in lines of JSON. After a line that is none it is not heard any more. */
export const eachSaid = <Said extends object>(stdout: Readable, take: (said: Said) => void): void => {
  const hear = (line: string): void => {
    if (stdout.destroyed) return;
    const said = saidIn<Said>(line);
    if (said) take(said);
    else stdout.destroy();
  };
  eachLine(stdout, hear, longestLine);
};

const saidIn = <Said>(line: string): Said | undefined => {
  try {
    return JSON.parse(line) as Said;
  } catch {
    return undefined;
  }
};
