import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { basename } from 'node:path';
import { currentSpan } from '@holdfast/kernel';
import { enters } from './engine-load.js';
import { lowerPriority } from './priority.js';
import { TemporaryDirectories } from './temporary-directories.js';

/** The environment variable by which a new engine finds what its killed predecessor left running. */
export const engineMark = 'HOLDFAST_ENGINE';

/** How a program is called. */
export interface ProgramCall {
  /** Its name, looked up in the `PATH` of `environment`, or its absolute path. */
  program: string;
  args: readonly string[];
  /** All of its environment but the mark: nothing of ours is inherited. */
  environment: Readonly<Record<string, string>>;
  /** Absolute; absent: the root. */
  cwd?: string;
}

export interface ChildOptions {
  /** Its work takes long and waits for others that do not: nice, in the words of the system. */
  yielding?: boolean;
  /** Runs at a low priority. */
  background?: boolean;
  /** Ends it. */
  signal?: AbortSignal;
  /** What it does, in traces: the program and its verb, and nothing that anybody said. Absent: it stands in none. */
  deed?: string | undefined;
}

export interface RunOptions extends ChildOptions {
  /** After this many ms the process group is ended; the result then has code -1. */
  timeout?: number;
  /** What it reads. */
  input?: string;
}

export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * How long a process may take to clean up after SIGTERM before it is killed (ms). Upkeep runs at a low priority, and a
 * lock that it leaves behind stops writers until the next start.
 */
const usualPatience = 10_000;
const mostOutput = 4 << 20;

/**
 * Starts the programs of one engine, each in a process group and with a temporary directory of its own, and knows all
 * that run. What a program leaves in that directory is gone when it has ended, however it ended.
 */
export class ChildProcesses {
  private readonly running = new Set<ChildProcess>();
  private readonly temporary: TemporaryDirectories;
  private readonly temporaries = new WeakMap<ChildProcess, string>();

  /**
   * `mark`: the directory of the engine's own, absolute; it marks the children of this engine, for `claimState`.
   * `patience`: for tests.
   */
  constructor(
    private readonly mark: string,
    private readonly patience = usualPatience,
  ) {
    this.temporary = new TemporaryDirectories(mark);
  }

  start(call: ProgramCall, stdio: StdioOptions, options: ChildOptions = {}): ChildProcess {
    const child = this.startWaiting(call, stdio);
    this.heed(child, options);
    return child;
  }

  /** One that does nothing before it is told more. */
  startWaiting({ program, args, environment, cwd = '/' }: ProgramCall, stdio: StdioOptions): ChildProcess {
    const temporary = this.temporary.make();
    const env = { ...environment, TMPDIR: temporary, [engineMark]: this.mark };
    const child = spawn(program, args, { stdio, cwd, detached: true, env });
    this.temporaries.set(child, temporary);
    const clear = (): void => this.temporary.remove(temporary);
    child.once('exit', clear).once('error', clear);
    this.running.add(child);
    const ended = (): boolean => this.running.delete(child);
    child.once('exit', ended).once('error', ended);
    return child;
  }

  /** For one that waited, which has something to do now. */
  heed(child: ChildProcess, { yielding, background, signal, deed }: ChildOptions): void {
    const over = enters('programs', basename(this.mark));
    child.once('exit', over).once('error', over);
    if (background) lowerPriority(child, constants.priority.PRIORITY_LOW);
    else if (yielding) lowerPriority(child, constants.priority.PRIORITY_BELOW_NORMAL);
    if (signal) this.endBy(signal, child);
    if (deed !== undefined) trace(child, deed);
  }

  /** Runs a program to its end. Output over 4 MiB is cut off. Rejects only when it cannot be started. */
  run(call: ProgramCall, options: RunOptions = {}): Promise<ProgramResult> {
    const stdin = options.input === undefined ? 'ignore' : 'pipe';
    return this.runStarted(this.start(call, [stdin, 'pipe', 'pipe'], options), options);
  }

  /** The same with one that has just been started. */
  runStarted(
    child: ChildProcess,
    { timeout = 60_000, input }: Pick<RunOptions, 'timeout' | 'input'>,
  ): Promise<ProgramResult> {
    // A program that ends before it has read everything tells by its exit status.
    child.stdin?.on('error', () => undefined).end(input);
    const timer = setTimeout(() => this.end(child), timeout);
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    return new Promise<ProgramResult>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? -1, stdout: stdout(), stderr: stderr() }));
    }).finally(() => clearTimeout(timer));
  }

  /** Where a process that was started here has what it writes for a while. */
  temporaryOf(child: ChildProcess): string | undefined {
    return this.temporaries.get(child);
  }

  /** Ends a process and all that it started: asks first, so that it removes its temporary files. */
  end(child: ChildProcess): void {
    if (!this.running.has(child)) return;
    signalGroup(child, 'SIGTERM');
    const timer = setTimeout(() => {
      if (this.running.has(child)) signalGroup(child, 'SIGKILL');
    }, this.patience);
    child.once('exit', () => {
      clearTimeout(timer);
      // What the leader started may have outlived it.
      signalGroup(child, 'SIGKILL');
    });
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.running].map((child) => {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        this.end(child);
        return gone;
      }),
    );
    await this.temporary.removed();
  }

  get count(): number {
    return this.running.size;
  }

  private endBy(signal: AbortSignal, child: ChildProcess): void {
    const stop = (): void => this.end(child);
    const forget = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    child.once('exit', forget).once('error', forget);
    if (signal.aborted) stop();
  }
}

/** Until it ends it is a part of what is done now, where that is recorded. */
const trace = (child: ChildProcess, deed: string): void => {
  const span = currentSpan()?.part(deed, 'internal');
  if (!span) return;
  child
    .once('error', () => span.end('not started'))
    .once('exit', (code, signal) => {
      span.facts['process.exit.code'] = code ?? signal ?? -1;
      span.end();
    });
};

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended already; some systems then say EPERM instead of ESRCH.
  }
};

const collect = (stream: NodeJS.ReadableStream | null): (() => string) => {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    if (size < mostOutput) chunks.push(chunk);
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
};
