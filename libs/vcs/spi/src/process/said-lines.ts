import type { Readable } from 'node:stream';

/** Of a longer line the rest is left out (characters). */
const usualLongest = 1_000;

/**
 * Hands over what a program writes, line by line. What is written over, up to a carriage return, is a line, too, unless
 * `ends` says otherwise.
 */
export const eachLine = (
  stream: Readable,
  take: (line: string) => void,
  longestLine = usualLongest,
  ends: string | RegExp = /[\r\n]/,
): void => {
  let begun = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split(ends);
    lines[0] = begun + lines[0];
    begun = (lines.pop() ?? '').slice(0, longestLine);
    for (const line of lines) if (line !== '') take(line.slice(0, longestLine));
  });
  stream.on('end', () => {
    if (begun !== '') take(begun);
  });
};
