import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { argumentsOf, gitEnvironment, octalPath, type GitCommand } from './git-command.js';

export interface GitResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface StartOptions {
  environment?: Record<string, string>;
  /**
   * Most bytes of data of it and of each process that it starts: git dies at its limit and says "Out of memory".
   * Absent: as many as any has of which nothing is said, `usualMemory` or more; `Infinity`: what this process has itself.
   */
  memory?: number;
  /** Its work takes long and waits for others that do not: nice, in the words of the system. */
  yielding?: boolean;
  /** Ends it. */
  signal?: AbortSignal;
}

interface RunOptions extends Pick<StartOptions, 'environment' | 'memory' | 'yielding' | 'signal'> {
  /** After this many ms the process group is ended; the result then has code -1. */
  timeout?: number;
  /** Runs at a low priority. */
  background?: boolean;
  /** What the command reads. */
  input?: string;
}

/**
 * Most bytes of data of a git that reads for somebody: he has written what it reads, and some hundred bytes of trees
 * unfold to millions of files. 600,000 files that differ fit in.
 */
const usualMemory = 256 << 20;
/** git keeps all commits that it goes through, and where it looks into them their texts: of a million and more. */
const historyMemory = 512 << 20;
const histories: readonly GitCommand['command'][] = ['rev-list', 'merge-base'];
/**
 * How long a process may take to clean up after SIGTERM before it is killed (ms). Upkeep runs at a low priority, and a
 * lock that it leaves on a reference stops pushes until the next start.
 */
const patience = 10_000;
const mostOutput = 4 << 20;
/**
 * Sets a limit (KiB) for itself, adds a path that is no text to the words, and becomes git, which may be `alone`: then
 * it finds no programs but its own. Mapped packs are no data. Where no limit can be set there is none.
 */
const shell = [
  'limit=$0 path=$1 alone=$2; shift 2',
  '[ -z "$limit" ] || ulimit -d "$limit" 2>/dev/null',
  '[ -z "$path" ] || { path=$(printf "${path}x"); set -- "$@" "${path%x}"; }',
  '[ -z "$alone" ] || { git=$(command -v git); PATH=/nonexistent; exec "$git" "$@"; }',
  'exec git "$@"',
].join('\n');

/**
 * What is pushed can have these look at signatures (`%G?` of `export-subst`), for which git starts programs. Not all
 * versions of git ask here which programs those are.
 */
const alone: readonly GitCommand['command'][] = ['archive', 'upload-archive'];

/** Starts git processes, each in a process group of its own, and knows all that run. */
export class GitProcesses {
  private readonly running = new Set<ChildProcess>();

  constructor(
    private readonly settings: {
      /** Marks the children of this engine. */
      mark: string;
      /** The search path for git and for what git and its hook call. */
      path: string;
      /** Most bytes of data of each that has no bound of its own, if those are more than usual. */
      memory?: number;
    },
  ) {}

  start(
    command: GitCommand,
    stdio: StdioOptions,
    { environment, memory = this.usual(command), yielding, signal }: StartOptions = {},
  ): ChildProcess {
    const words = argumentsOf(command);
    const path = octalPath(command);
    const limit = memory === Infinity ? '' : String(Math.floor(memory / 1024));
    const isAlone = alone.includes(command.command);
    const [program, args] =
      limit === '' && path === undefined && !isAlone
        ? ['git', words]
        : ['sh', ['-c', shell, limit, path ?? '', isAlone ? 'alone' : '', ...words]];
    const child = spawn(program, args, {
      stdio,
      cwd: '/',
      detached: true,
      env: { ...gitEnvironment(this.settings.path, this.settings.mark), ...environment },
    });
    if (yielding) lowerPriority(child, constants.priority.PRIORITY_BELOW_NORMAL);
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    child.once('error', () => this.running.delete(child));
    if (signal) this.endBy(signal, child);
    return child;
  }

  /** Runs a command to its end. Output over 4 MiB is cut off. Rejects only when git cannot be started. */
  run(
    command: GitCommand,
    { timeout = 60_000, background, input, ...options }: RunOptions = {},
  ): Promise<GitResult> {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = this.start(command, [stdin, 'pipe', 'pipe'], options);
    // A command that ends before it has read everything tells by its exit status.
    child.stdin?.on('error', () => undefined).end(input);
    if (background) lowerPriority(child, constants.priority.PRIORITY_LOW);
    const timer = setTimeout(() => this.end(child), timeout);
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    return new Promise<GitResult>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? -1, stdout: stdout(), stderr: stderr() }));
    }).finally(() => clearTimeout(timer));
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

  /** What a push could take in can be read as well. */
  private usual({ command }: GitCommand): number {
    return Math.max(histories.includes(command) ? historyMemory : usualMemory, this.settings.memory ?? 0);
  }

  private endBy(signal: AbortSignal, child: ChildProcess): void {
    const stop = (): void => this.end(child);
    const forget = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    child.once('exit', forget).once('error', forget);
    if (signal.aborted) stop();
  }
}

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended already; some systems then say EPERM instead of ESRCH.
  }
};

/** The system takes ten wishes for sessions a second from all ordinary users together (ms). */
const betweenWishes = 150;

const lowerPriority = (child: ChildProcess, priority: number): void => {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, priority);
  } catch {
    // It has ended already.
  }
  lowerSession(child, priority);
};

/**
 * Where Linux shares the processor out by session (`sched_autogroup_enabled`), a priority counts among the processes
 * of one session only, and each git leads one: so its session gets the same.
 */
const lowerSession = (child: ChildProcess, priority: number): void => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(priority));
  } catch (error) {
    // Otherwise it has ended already, or this system has no such thing: neither matters.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN')
      setTimeout(lowerSession, betweenWishes, child, priority).unref();
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
