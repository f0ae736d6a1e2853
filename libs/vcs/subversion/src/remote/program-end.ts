import type { ChildProcess } from 'node:child_process';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { eachLine } from '@holdfast/vcs-spi/engine';

/** How a program has ended, and the last that it complained about. */
export interface ProgramEnd {
  code: number;
  complaint: string;
}

/** Of a program that ended itself since it found no memory. */
const noMemory = 'libsvn: Out of memory';

/** A program with a complaint that is kept, and its end. */
export const endOf = (child: ChildProcess): Promise<ProgramEnd> => {
  let complaint = '';
  if (child.stderr)
    eachLine(child.stderr, (line) => {
      if (/^svn\w*: /.test(line)) complaint = line;
    });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: -1, complaint: error.message }));
    // What it says then goes to its standard output.
    const isAborted = (signal: string | null): boolean => signal === 'SIGABRT' && complaint === '';
    child.once('close', (code, signal) =>
      resolve({ code: code ?? -1, complaint: isAborted(signal) ? noMemory : complaint }),
    );
  });
};

/** Whether the program has that number for it: behind it may stand what others say, and names. */
export const saysOf = (numbers: string, complaint: string): boolean =>
  new RegExp(`^svn\\w*: (?:${numbers}): `).test(complaint);

/** The refusal where a program complained that it has no memory left. */
export const memoryRefusal = (complaint: string): VcsRefusal | undefined =>
  complaint === noMemory || saysOf('E000012', complaint)
    ? new VcsRefusal('too_large', 'it needs more memory than the server gives Subversion')
    : undefined;

/** @throws VcsRefusal where a dump was not loaded whole */
export const mustBeLoaded = ({ code, complaint }: ProgramEnd): void => {
  if (code === 0) return;
  const refusal = memoryRefusal(complaint);
  if (refusal) throw refusal;
  if (saysOf('E000028', complaint)) throw new VcsRefusal('no_room', 'the disk of the server is full');
  if (complaint === '') throw new VcsRefusal('unavailable', 'svnadmin did not come to an end');
  throw new VcsRefusal('remote', `Subversion: ${withoutPlaces(complaint)}`);
};

/** A complaint without its number, and without the places of this machine. */
export const withoutPlaces = (complaint: string): string =>
  complaint
    .replace(/^svn\w*: (?:E\d+: )?/, '')
    .replace(/'\/[^']*'/g, 'the repository')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 300);
