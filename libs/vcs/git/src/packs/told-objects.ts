import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import { LineCutter, processorTime } from '@holdfast/vcs-spi/engine';
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
  /** It ends where git works for it longer than it does for what anybody packs. */
  bounded?: boolean;
}

/** git has worked so long for what it tells that nobody has packed it as git does. */
export class SlowTelling extends Error {}

/**
 * So long may git work (ms of the processor), and so long for each object: it takes 0.01 or less, but goes through all
 * differences below each object to tell its kind.
 */
const usualWork = { first: 1_000, each: 0.05 };
/** How often is looked (ms). */
const every = 100;

/** Of a longer line the rest is left out (characters). */
const longestLine = 8_192;

/** Gives each line of what `git cat-file` says to `take`, but empty ones, and keeps none; what that throws ends it. */
export const tellObjects = async (
  processes: GitProcesses,
  command: { directory: string; flags: string[] },
  { environment, timeout, yielding, signal, input, bounded }: Telling,
  take: (line: string) => unknown,
): Promise<void> => {
  const child = processes.start(
    { command: 'cat-file', ...command },
    [input ? 'pipe' : 'ignore', 'pipe', 'ignore'],
    { environment, ...(yielding ? { yielding } : {}), ...(signal ? { signal } : {}) },
  );
  const timer = setTimeout(() => processes.end(child), timeout);
  if (input) ask(processes, child, input);
  let failure: Error | undefined;
  let told = 0;
  const work = setInterval(() => {
    if ((processorTime(child) ?? 0) <= usualWork.first + told * usualWork.each) return;
    failure ??= new SlowTelling('git works too long for it');
    processes.end(child);
  }, every);
  if (!bounded) clearInterval(work);
  const hear = (line: string): void => {
    told += 1;
    take(line);
  };
  const lines = new LineCutter(hear, longestLine, '\n');
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
  clearInterval(work);
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
