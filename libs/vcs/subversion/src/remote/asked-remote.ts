import type { ChildProcess } from 'node:child_process';
import { VcsRefusal, type RemoteSource } from '@holdfast/vcs-spi';
import { limited, mustGoOn, type OutgoingProxy } from '@holdfast/vcs-spi/engine';
import { subversionEnvironment } from '../process/environment.js';
import { endOf } from './program-end.js';
import { explainedComplaint } from './remote-complaint.js';
import { remoteHead, type RemoteHead } from './remote-head.js';
import type { SubversionRemoteParts } from './remote-parts.js';

/** A remote that is asked. */
export interface AskedRemote {
  url: URL;
  proxy: OutgoingProxy;
  config: string;
  remote: RemoteSource;
  signal: AbortSignal;
  /** Where the program that asks has each file that comes, until it has the whole of it. */
  files: { at?: string };
}

/**
 * What the remote says of a revision, by the head of its dump: `svn info` would tell it, but goes wherever the remote
 * says, by any protocol.
 */
export const revisionOf = async (
  parts: SubversionRemoteParts,
  asking: AskedRemote,
  which: number | 'HEAD',
): Promise<RemoteHead> => {
  const range = ['--incremental', '-r', `${which}:${which}`];
  const child = begin(parts, asking, 'svnrdump', ['dump', ...range, asking.url.href]);
  let said = '';
  let there: ReturnType<typeof remoteHead> = 'more';
  child.stdout?.setEncoding('latin1').on('data', (text: string) => {
    if (there !== 'more') return;
    said += text;
    there = remoteHead(said);
    if (there !== 'more') parts.children.end(child);
  });
  const { code, complaint } = await endOf(child);
  mustGoOn(asking.signal);
  if (typeof there === 'object') return there;
  if (code !== 0 && complaint !== '') throw explainedComplaint(asking.proxy, complaint);
  throw new VcsRefusal('remote', 'what the remote sends is not understood');
};

/** Starts a program of Subversion's clients that asks it. */
export const begin = (
  { children, path, memory }: SubversionRemoteParts,
  { config, remote: { username = '', password }, signal, files }: AskedRemote,
  program: string,
  args: readonly string[],
): ChildProcess => {
  const quiet = ['--non-interactive', '--no-auth-cache', '--config-dir', config];
  // Without a name Subversion takes that of whoever runs it.
  const name = username === '' ? ['--username', ''] : [];
  const login = password === undefined ? [] : [...name, '--password-from-stdin'];
  const environment = subversionEnvironment(path);
  const call = limited({ program, args: [...args, ...quiet, ...login], environment }, memory);
  const child = children.start(call, 'pipe', { signal, yielding: true });
  files.at = children.temporaryOf(child);
  child.stdin?.on('error', () => undefined).end(password ?? '');
  return child;
};
