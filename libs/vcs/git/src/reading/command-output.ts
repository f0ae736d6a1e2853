import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitCommand } from '../process/git-command.js';
import { isOutOfMemory, stackComplaint } from '../process/memory-complaint.js';
import type { GitProcesses, StartOptions } from '../process/git-processes.js';

/** How a command ended whose words were handed over. */
export interface OutputEnd {
  /** It has said all, or no more was wanted. */
  whole: boolean;
  /** No more was wanted. */
  enough: boolean;
  /** The beginning of what it wrote to its standard error. */
  complaint: string;
}

/**
 * Why a command has not said all, in its first words; `otherwise`: where it said nothing. What it has no memory for is
 * too large for ever.
 */
export const failureOf = ({ complaint }: Pick<OutputEnd, 'complaint'>, otherwise: string): VcsRefusal =>
  new VcsRefusal(
    isOutOfMemory({ complaint }) ? 'too_large' : 'unavailable',
    complaint.split('\n', 1)[0] || otherwise,
  );

/** More of a complaint is not kept (characters). */
const longestComplaint = 2_000;

interface OutputOptions extends Pick<StartOptions, 'environment' | 'memory' | 'stack'> {
  /** What the command reads; default nothing. */
  input?: Buffer;
  /** The code with which it ends where it has nothing to say, if that is not 0. */
  silent?: number;
}

/**
 * Hands over what a command says, piece by piece, until it has said all, `take` wants no more, or nobody waits any
 * longer. The command waits while a piece is looked at. Fails with what `take` throws.
 */
export const outputOf = async (
  processes: GitProcesses,
  command: GitCommand,
  signal: AbortSignal,
  take: (piece: Buffer) => boolean | Promise<boolean>,
  { input, silent = 0, ...options }: OutputOptions = {},
): Promise<OutputEnd> => {
  if (signal.aborted) return { whole: false, enough: false, complaint: '' };
  const reads = input ? 'pipe' : 'ignore';
  const child = processes.start(command, [reads, 'pipe', 'pipe'], {
    ...options,
    ...{ signal, yielding: true, sharedBy: 'reads' },
  });
  child.stdin?.on('error', () => undefined).end(input);
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < longestComplaint) complaint += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code, signal) => {
      complaint += stackComplaint(signal);
      resolve(code);
    });
  });
  let enough = false;
  try {
    for await (const piece of child.stdout ?? []) {
      enough = !(await take(piece as Buffer));
      if (enough) break;
    }
    if (enough) processes.end(child);
  } catch (error) {
    processes.end(child);
    throw error instanceof VcsRefusal ? error : new VcsRefusal('unavailable', String(error));
  }
  const code = await ended;
  return { whole: enough || code === 0 || code === silent, enough, complaint };
};
