import type { ChildProcess } from 'node:child_process';
import { Transform, type Readable } from 'node:stream';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { eachLine, limited, type ChildProcesses } from '@holdfast/vcs-spi/engine';
import { subversionEnvironment } from '../process/environment.js';
import { untoldCharacter } from '../process/told-text.js';
import { DumpedRecords } from './dumped-records.js';

/** How a program has ended, and the last that it complained about. */
export interface ProgramEnd {
  code: number;
  complaint: string;
}

interface LoadSettings {
  children: ChildProcesses;
  path: string;
  signal: AbortSignal;
  /** Most bytes of data of the program. */
  memory: number;
  /** Hears the number of each revision that is loaded. */
  loaded: (revision: number) => void;
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

/** Of what svnadmin says of a path more is not looked at (characters). */
const longestPath = 1 << 16;

/**
 * Loads a dump into a repository while it comes, up to the first name, message or property that no XML may have, or to
 * differences that would harm the program. Subversion takes such names from a dump and from nobody else, and its server
 * can tell clients of none: neither they nor archives could read a revision that has one.
 */
export const load = async (
  repository: string,
  source: Readable,
  { children, path, signal, memory, loaded }: LoadSettings,
): Promise<ProgramEnd> => {
  const args = ['load', '--no-flush-to-disk', '--normalize-props', repository];
  const call = limited({ program: 'svnadmin', args, environment: subversionEnvironment(path) }, memory);
  const unreadable = new AbortController();
  const ending = AbortSignal.any([signal, unreadable.signal]);
  const child = children.start(call, 'pipe', { signal: ending, yielding: true });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('a program without its streams');
  let named: string | undefined;
  const take = (line: string): void => {
    const [, revision] = /^-+ Committed (?:revision|new rev) (\d+)/.exec(line) ?? [];
    if (revision !== undefined && named === undefined) loaded(Number(revision));
    const [, path] = /^ {5}\* \w+ path : ([^]*)/.exec(line) ?? [];
    if (path === undefined || !isUntold(path)) return;
    named ??= path.replace(/ \.\.\.(?: done\.)?$/, '');
    unreadable.abort();
  };
  eachLine(stdout, take, longestPath, '\n');
  const records = new DumpedRecords();
  const looked = new Transform({
    transform: (piece: Buffer, _, pass) => {
      records.take(piece);
      if (records.unreadable === undefined) return pass(null, piece);
      // The program is ended, and has nothing of it.
      unreadable.abort();
      pass();
    },
  });
  stdin.on('error', () => source.destroy());
  let isBroken = false;
  source.on('error', () => {
    isBroken = true;
    looked.end();
  });
  source.pipe(looked).pipe(stdin);
  const end = await endOf(child);
  // Nobody takes the rest: who brings it would wait, or bring all of it.
  source.destroy();
  if (records.unreadable !== undefined) return { code: -1, complaint: records.unreadable };
  // What has come until then was loaded as if it were all.
  if (isBroken && end.code === 0) return { code: -1, complaint: '' };
  return named === undefined
    ? end
    : {
        code: -1,
        complaint: `a name has a ${untoldCharacter.test(named) ? 'character that is none' : 'control character'}: ${shown(named)}`,
      };
};

/** The refusal where a program complained that it has no memory left. */
export const memoryRefusal = (complaint: string): VcsRefusal | undefined =>
  complaint === noMemory || /E000012/.test(complaint)
    ? new VcsRefusal('too_large', 'it needs more memory than the server gives Subversion')
    : undefined;

/** @throws VcsRefusal where a dump was not loaded whole */
export const mustBeLoaded = ({ code, complaint }: ProgramEnd): void => {
  if (code === 0) return;
  const refusal = memoryRefusal(complaint);
  if (refusal) throw refusal;
  if (/No space left on device/.test(complaint))
    throw new VcsRefusal('no_room', 'the disk of the server is full');
  if (complaint === '') throw new VcsRefusal('unavailable', 'svnadmin did not come to an end');
  throw new VcsRefusal('remote', `Subversion: ${withoutPlaces(complaint)}`);
};

/** In the eyes of Subversion, which looks at bytes. */
const isUntold = (path: string): boolean =>
  untoldCharacter.test(path) || [...path].some((one) => one < ' ' || one === '\x7f');

/** As JSON, so that one sees which character it is. */
const shown = (path: string): string =>
  JSON.stringify(path.slice(-200)).replace(
    /[\x7f\ufffe\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A complaint without its number, and without the places of this machine. */
export const withoutPlaces = (complaint: string): string =>
  complaint
    .replace(/^svn\w*: (?:E\d+: )?/, '')
    .replace(/'\/[^']*'/g, 'the repository')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 300);
