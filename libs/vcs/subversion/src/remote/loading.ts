import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { eachLine, type ChildProcesses } from '@holdfast/vcs-spi/engine';
import { subversionEnvironment } from '../process/environment.js';

/** How a program has ended, and the last that it complained about. */
export interface ProgramEnd {
  code: number;
  complaint: string;
}

interface LoadSettings {
  children: ChildProcesses;
  path: string;
  signal: AbortSignal;
  /** Hears the number of each revision that is loaded. */
  loaded: (revision: number) => void;
}

/** A program with a complaint that is kept, and its end. */
export const endOf = (child: ChildProcess): Promise<ProgramEnd> => {
  let complaint = '';
  if (child.stderr)
    eachLine(child.stderr, (line) => {
      if (/^svn\w*: /.test(line)) complaint = line;
    });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: -1, complaint: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, complaint }));
  });
};

/** Loads a dump into a repository while it comes. */
export const load = async (
  repository: string,
  source: Readable,
  { children, path, signal, loaded }: LoadSettings,
): Promise<ProgramEnd> => {
  const args = ['load', '--no-flush-to-disk', '--normalize-props', repository];
  const call = { program: 'svnadmin', args, environment: subversionEnvironment(path) };
  const child = children.start(call, 'pipe', { signal, yielding: true });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('a program without its streams');
  eachLine(stdout, (line) => {
    const [, revision] = /^-+ Committed (?:revision|new rev) (\d+)/.exec(line) ?? [];
    if (revision !== undefined) loaded(Number(revision));
  });
  stdin.on('error', () => source.destroy());
  source.on('error', () => stdin.end());
  source.pipe(stdin);
  return endOf(child);
};

/** @throws VcsRefusal where a dump was not loaded whole */
export const mustBeLoaded = ({ code, complaint }: ProgramEnd): void => {
  if (code === 0) return;
  if (/No space left on device/.test(complaint))
    throw new VcsRefusal('no_room', 'the disk of the server is full');
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
