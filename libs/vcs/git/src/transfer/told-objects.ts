import { Readable } from 'node:stream';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from './conversation.js';

interface Telling {
  environment: Record<string, string>;
  /** ms */
  timeout: number;
  yielding?: boolean;
  /** What git is asked, in pieces. */
  input?: Iterable<string>;
}

/** Gives each line of what `git cat-file` says to `take`, and keeps none. */
export const tellObjects = async (
  processes: GitProcesses,
  command: { directory: string; flags: string[] },
  { environment, timeout, yielding, input }: Telling,
  take: (line: string) => unknown,
): Promise<void> => {
  const child = processes.start(
    { command: 'cat-file', ...command },
    [input ? 'pipe' : 'ignore', 'pipe', 'ignore'],
    { environment, ...(yielding ? { yielding } : {}) },
  );
  const timer = setTimeout(() => processes.end(child), timeout);
  // git may end before it has read everything: its exit says why.
  child.stdin?.on('error', () => undefined);
  if (input && child.stdin)
    Readable.from(input)
      .on('error', () => processes.end(child))
      .pipe(child.stdin);
  let begun = '';
  child.stdout?.setEncoding('latin1').on('data', (text: string) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const { code } = await exitOf(child);
  await closed;
  clearTimeout(timer);
  if (code !== 0) throw new Error('git did not tell about all objects');
};
