import { createReadStream } from 'node:fs';
import { LineCutter } from '@holdfast/vcs-spi/engine';
import { unlessAbsent } from '../refs/absence.js';

/** Those that are looked at have some hundred characters. */
const longestLine = 8_192;

/**
 * Hands over what git has written down of its doings (`GIT_TRACE2_EVENT`), line by line; nothing where there is no such
 * file. The other side says how many lines there are: each fault of an object that does no harm makes one.
 */
export const tellEvents = async (path: string, take: (line: string) => unknown): Promise<void> => {
  const lines = new LineCutter((line) => void take(line), longestLine, '\n');
  const read = async (): Promise<void> => {
    for await (const piece of createReadStream(path, 'latin1')) lines.hear(piece as string);
  };
  await read().catch(unlessAbsent);
  lines.end();
};
