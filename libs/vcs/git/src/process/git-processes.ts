import type { ChildProcess, StdioOptions } from 'node:child_process';
import {
  ChildProcesses,
  ReadyPrograms,
  waiting,
  type ChildOptions,
  type ProgramCall,
  type ProgramResult,
  type RunOptions,
} from '@holdfast/vcs-spi/engine';
import { within } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { DiskSync } from './disk-sync.js';
import {
  alwaysFirst,
  argumentsOf,
  gitEnvironment,
  octalPath,
  wordsOf,
  type GitCommand,
} from './git-command.js';
import { ProgramMemory, type SharedBy } from './program-memory.js';
import { stackOf } from './program-stack.js';

export interface StartOptions extends ChildOptions {
  environment?: Record<string, string>;
  /**
   * Most bytes of data of it and of each process that it starts: git dies at its limit and says "Out of memory".
   * Absent: as many as any has of which nothing is said, `usualMemory` or more; `Infinity`: what this process has
   * itself.
   */
  memory?: number;
  /** KiB of its stack. Absent: as `stackOf` says. */
  stack?: number;
  /** With whose others it shares memory: where those have too much together it is ended. Absent: with nobody. */
  sharedBy?: SharedBy;
}

/**
 * Most bytes of data of a git that reads for somebody: he has written what it reads, and some hundred bytes of trees
 * unfold to millions of files. 600,000 files that differ fit in.
 */
const usualMemory = 256 << 20;
/**
 * git keeps all commits that it goes through, and where it looks into them their texts: of a million and more. It holds
 * all that differs between two of them: 1,200,000 files and more.
 */
const largeMemory = 512 << 20;
const large: readonly GitCommand['command'][] = ['rev-list', 'merge-base', 'diff-tree'];
/**
 * Sets limits (KiB) of its data and its stack, adds a path that is no text to the words, and becomes git, which may be
 * `alone`: then it finds no programs but its own. Mapped packs are no data. Where no limit can be set there is none.
 */
const shell = [
  'limit=$0 path=$1 alone=$2 stack=$3; shift 3',
  '[ -z "$limit" ] || ulimit -d "$limit" 2>/dev/null',
  '[ -z "$stack" ] || ulimit -s "$stack" 2>/dev/null',
  '[ -z "$path" ] || { path=$(printf "${path}x"); set -- "$@" "${path%x}"; }',
  '[ -z "$alone" ] || { git=$(command -v git); PATH=/nonexistent; exec "$git" "$@"; }',
  'exec git "$@"',
].join('\n');

/**
 * Brings the file system of the first of some directories that is there to the disk, and fails where that does. Only of
 * a `sync` that knows no `-f` all file systems are asked, which tells of no error.
 */
const syncing = [
  'for each; do',
  'cd "$each" 2>/dev/null || continue',
  'case $(sync --help 2>&1) in *-f*|*-df*) sync -f . ;; *) sync ;; esac',
  'exit',
  'done',
  "echo 'there is no directory any more' >&2; exit 1",
].join('\n');
/** A disk on which others have written some GB takes so long (ms). */
const longestSync = 10 * 60_000;

/**
 * What is pushed can have these look at signatures (`%G?` of `export-subst`), for which git starts programs. Not all
 * versions of git ask here which programs those are.
 */
const alone: readonly GitCommand['command'][] = ['archive', 'upload-archive'];

const tooMuch = 'all transfers together need more memory than the server has, try again in a minute';

/** Starts a program that is not git, and finds what it needs by the same search path. */
export interface ProgramStarter {
  startOther(program: string, args: readonly string[], options?: ChildOptions): ChildProcess;
}

/** In traces; what answers many is a part of none of them. */
const deedOf = ({ command }: GitCommand): string | undefined =>
  command === 'cat-file' ? undefined : `git ${command}`;

/** The git programs of one engine. */
export class GitProcesses implements ProgramStarter {
  private readonly children: ChildProcesses;
  /** By whether they read something. */
  private readonly ready = { ignore: this.waitingOnes('ignore'), pipe: this.waitingOnes('pipe') };
  private readonly memory: ProgramMemory;
  private readonly disks = new DiskSync((directories) => this.sync(directories));

  constructor(
    private readonly settings: {
      /** Marks the children of this engine. */
      mark: string;
      /** The search path for git and for what git and its hook call. */
      path: string;
      /** Most bytes of data of each that has no bound of its own, if those are more than usual. */
      memory?: number;
      /** Most bytes of memory of all that work for transfers; absent: half of what there is. */
      together?: number;
    },
  ) {
    this.memory = new ProgramMemory(settings.together);
    this.children = new ChildProcesses(settings.mark);
  }

  start(command: GitCommand, stdio: StdioOptions, asked: StartOptions = {}): ChildProcess {
    const options = { deed: deedOf(command), ...asked };
    const ready = this.readyFor(command, stdio, options);
    const child = ready ?? this.children.start(this.callOf(command, options), stdio, options);
    if (ready) this.children.heed(ready, options);
    if (options.sharedBy) this.memory.count(child, options.sharedBy, () => this.children.end(child));
    return child;
  }

  /** It changes what there is: nobody ends it any more for what others have. */
  letGo(child: ChildProcess): void {
    this.memory.letGo(child);
  }

  /** Why a transfer was ended for what all of them had in memory, if it was. */
  spentReason(child: ChildProcess): string | undefined {
    return this.memory.isSpent(child) ? tooMuch : undefined;
  }

  startOther(program: string, args: readonly string[], options: ChildOptions = {}): ChildProcess {
    return this.children.start(
      { program, args, environment: gitEnvironment(this.settings.path) },
      'pipe',
      options,
    );
  }

  /** As `ChildProcesses.run`. */
  run(command: GitCommand, options: StartOptions & RunOptions = {}): Promise<ProgramResult> {
    const reads = options.input === undefined ? 'ignore' : 'pipe';
    return this.children.runStarted(this.start(command, [reads, 'pipe', 'pipe'], options), options);
  }

  /**
   * Brings everything on the file system of a directory to the disk: the cheaper way where files are very many. Those
   * who ask while it is being done share the next time. `until`: when nobody waits any more (ms since the epoch); what
   * others have written may take many minutes, and is brought there all the same.
   * @throws VcsRefusal `unavailable`
   */
  async syncDisk(directory: string, until = Infinity): Promise<void> {
    const done = this.disks.of(directory);
    if (until === Infinity) return done;
    await within(until - Date.now(), done, () => {
      throw new VcsRefusal('unavailable', 'the disk could not be written in time');
    });
  }

  /** Ends a process and all that it started: asks first, so that git removes its temporary files. */
  end(child: ChildProcess): void {
    this.children.end(child);
  }

  stop(): Promise<void> {
    for (const ready of Object.values(this.ready)) ready.close();
    return this.children.stop();
  }

  get count(): number {
    return this.children.count;
  }

  /** Most bytes of data of one that reads what may be large: what a push could take in can be read as well. */
  get largeMemory(): number {
    return Math.max(largeMemory, this.settings.memory ?? 0);
  }

  private waitingOnes(reads: 'ignore' | 'pipe'): ReadyPrograms {
    return new ReadyPrograms(() => {
      const args = ['-c', waiting, 'git', ...alwaysFirst];
      const environment = gitEnvironment(this.settings.path);
      return this.children.startWaiting({ program: 'sh', args, environment }, [
        reads,
        'pipe',
        'pipe',
        'pipe',
      ]);
    });
  }

  /** One that waits becomes the command, if that needs nothing else than those have. */
  private readyFor(
    command: GitCommand,
    stdio: StdioOptions,
    { environment = {}, memory = this.usual(command), stack = stackOf(command) }: StartOptions,
  ): ChildProcess | undefined {
    if (!Array.isArray(stdio) || stdio.length !== 3 || stdio[1] !== 'pipe') return undefined;
    const [reads, , complains] = stdio;
    if (!(reads === 'ignore' || reads === 'pipe') || !(complains === 'ignore' || complains === 'pipe'))
      return undefined;
    if (alone.includes(command.command) || octalPath(command) !== undefined) return undefined;
    const words = wordsOf(command);
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    if ([...words, ...variables].some((each) => /[\n\0]/.test(each))) return undefined;
    const limits = {
      ...(memory === Infinity ? {} : { limit: Math.floor(memory / 1024) }),
      ...(stack === undefined ? {} : { stack }),
    };
    const child = this.ready[reads].take({ ...limits, variables, words });
    if (complains === 'ignore') child?.stderr?.resume();
    return child;
  }

  private async sync(directories: readonly string[]): Promise<void> {
    const call = { program: 'sh', environment: gitEnvironment(this.settings.path) };
    const args = ['-c', syncing, 'sh', ...directories];
    const { code, stderr } = await this.children.run({ ...call, args }, { timeout: longestSync });
    if (code !== 0) throw new VcsRefusal('unavailable', stderr.trim() || 'the disk could not be written');
  }

  private callOf(
    command: GitCommand,
    { environment, memory = this.usual(command), stack = stackOf(command) }: StartOptions,
  ): ProgramCall {
    const words = argumentsOf(command);
    const path = octalPath(command);
    const limit = memory === Infinity ? '' : String(Math.floor(memory / 1024));
    const isAlone = alone.includes(command.command);
    const whole = { ...gitEnvironment(this.settings.path), ...environment };
    if (limit === '' && path === undefined && !isAlone && stack === undefined)
      return { program: 'git', args: words, environment: whole };
    const args = ['-c', shell, limit, path ?? '', isAlone ? 'alone' : '', String(stack ?? ''), ...words];
    return { program: 'sh', args, environment: whole };
  }

  private usual({ command }: GitCommand): number {
    return large.includes(command) ? this.largeMemory : Math.max(usualMemory, this.settings.memory ?? 0);
  }
}
