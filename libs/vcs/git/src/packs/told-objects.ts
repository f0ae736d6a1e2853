import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { LineCutter } from '@holdfast/vcs-spi/engine';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from '../process/exit-of.js';

interface Telling {
  environment: Record<string, string>;
  /** ms */
  timeout: number;
  yielding?: boolean;
  /** Ends it. */
  signal?: AbortSignal;
  /** What git is asked, in pieces. */
  input?: Iterable<string>;
}

/** Of a longer line the rest is left out (characters). */
const longestLine = 8_192;

/** Gives each line of what `git cat-file` says to `take`, but empty ones, and keeps none; what that throws ends it. */
export const tellObjects = async (
  processes: GitProcesses,
  command: { directory: string; flags: string[] },
  { environment, timeout, yielding, signal, input }: Telling,
  take: (line: string) => unknown,
): Promise<void> => {
  const child = processes.start(
    { command: 'cat-file', ...command },
    [input ? 'pipe' : 'ignore', 'pipe', 'ignore'],
    { environment, ...(yielding ? { yielding } : {}), ...(signal ? { signal } : {}) },
  );
  const timer = setTimeout(() => processes.end(child), timeout);
  if (input) ask(processes, child, input);
  const lines = new LineCutter(take, longestLine, '\n');
  let failure: Error | undefined;
  child.stdout?.setEncoding('latin1').on('data', (text: string) => {
    if (failure) return;
    try {
      lines.hear(text);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      processes.end(child);
    }
  });
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const { code } = await exitOf(child);
  await closed;
  clearTimeout(timer);
  if (failure) throw failure;
  if (code !== 0) throw new Error('git did not tell about all objects');
};

/** Asks what has begun. It may end before it has read everything: its exit says why. */
export const ask = (processes: GitProcesses, child: ChildProcess, input: Iterable<string>): void => {
  child.stdin?.on('error', () => undefined);
  if (child.stdin)
    Readable.from(input)
      .on('error', () => processes.end(child))
      .pipe(child.stdin);
};

/** git is asked about as many objects at a time as this many characters hold. */
const questionLength = 32 << 10;

/** What git is asked about objects, in pieces. */
export function* questions(ids: Iterable<string>): Generator<string> {
  let text = '';
  for (const id of ids) {
    text += `${id}\n`;
    if (text.length < questionLength) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}
