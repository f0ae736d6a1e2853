import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { argumentsOf, gitEnvironment, type GitCommand } from './git-command.js';

export interface GitResult {
  code: number;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  environment?: Record<string, string>;
  /** After this many ms the process group is ended; the result then has code -1. */
  timeout?: number;
  /** Runs at a low priority. */
  background?: boolean;
  signal?: AbortSignal;
  /** What the command reads. */
  input?: string;
}

/** How long a process may take to clean up after SIGTERM before it is killed (ms). */
const patience = 3000;
const mostOutput = 4 << 20;

/** Starts git processes, each in a process group of its own, and knows all that run. */
export class GitProcesses {
  private readonly running = new Set<ChildProcess>();

  constructor(
    private readonly settings: {
      /** Marks the children of this engine. */
      mark: string;
      /** The search path for git and for what git and its hook call. */
      path: string;
    },
  ) {}

  start(command: GitCommand, stdio: StdioOptions, environment: Record<string, string> = {}): ChildProcess {
    const child = spawn('git', argumentsOf(command), {
      stdio,
      cwd: '/',
      detached: true,
      env: { ...gitEnvironment(this.settings.path, this.settings.mark), ...environment },
    });
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    child.once('error', () => this.running.delete(child));
    return child;
  }

  /** Runs a command to its end. Output over 4 MiB is cut off. Rejects only when git cannot be started. */
  run(
    command: GitCommand,
    { environment, timeout = 60_000, background, signal, input }: RunOptions = {},
  ): Promise<GitResult> {
    const child = this.start(command, [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], environment);
    // A command that ends before it has read everything tells by its exit status.
    child.stdin?.on('error', () => undefined).end(input);
    if (background) lowerPriority(child);
    const stop = () => this.end(child);
    const timer = setTimeout(stop, timeout);
    signal?.addEventListener('abort', stop, { once: true });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    return new Promise<GitResult>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? -1, stdout: stdout(), stderr: stderr() }));
    }).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    });
  }

  /** Ends a process and all that it started: asks first, so that git removes its temporary files. */
  end(child: ChildProcess): void {
    if (!this.running.has(child)) return;
    signalGroup(child, 'SIGTERM');
    const timer = setTimeout(() => {
      if (this.running.has(child)) signalGroup(child, 'SIGKILL');
    }, patience);
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
  }

  get count(): number {
    return this.running.size;
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended already; some systems then say EPERM instead of ESRCH.
  }
}

function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or this system does not let us: neither matters.
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    if (size < mostOutput) chunks.push(chunk);
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}
