import type { ChildProcess } from 'node:child_process';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { stackComplaint } from '../process/memory-complaint.js';
import { failureOf } from './command-output.js';
import { DirectoryChangeRecords, mark, type DirectoryChanges } from './directory-changes.js';

/** A commit and another, with which it is compared. */
export type Pair = readonly [commit: string, other: string];

/** No more of what it complains of is kept (characters). */
const longestComplaint = 2_000;

const flags = ['--stdin', '--always', '--raw', '-z', '--no-abbrev', '--no-renames'];

/** Asks a `git diff-tree` that stays what differs in a directory from commit to commit. */
export class ChangeQuestions {
  private readonly child: ChildProcess;
  private readonly records: DirectoryChangeRecords;
  private readonly waiting: { resolve: (found: DirectoryChanges) => void; reject: (error: Error) => void }[] =
    [];
  private failure: VcsRefusal | undefined;
  /** What git complains of. */
  complaint = '';

  /**
   * `path`: of the directory in the repository `directory`; '' is the root (a character for each byte). `wanted`: the
   * names in it about which is asked.
   */
  constructor(
    private readonly processes: GitProcesses,
    { directory, path, wanted }: { directory: string; path: string; wanted: ReadonlySet<string> },
    signal: AbortSignal,
  ) {
    this.records = new DirectoryChangeRecords(path === '' ? '' : `${path}/`, wanted);
    const below = path === '' ? { flags } : { flags: [...flags, '-r', '-t'], path };
    const command = { command: 'diff-tree' as const, directory, ...below };
    this.child = processes.start(command, ['pipe', 'pipe', 'pipe'], {
      ...{ yielding: true, signal, sharedBy: 'reads' },
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (this.complaint.length < longestComplaint) this.complaint += text;
    });
    this.child.stdin?.on('error', () => undefined);
    this.child.stdout?.on('data', (piece: Buffer) => this.read(piece));
    this.child.once('error', () => this.fail(this.over()));
    this.child.once('close', (_code, signal) => {
      this.complaint += stackComplaint(signal);
      this.fail(this.over());
    });
  }

  /** By the first of each pair. @throws VcsRefusal where it has ended: `too_large` for want of memory */
  ask(pairs: readonly Pair[]): Promise<DirectoryChanges> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.child.stdin?.write(pairs.map((pair) => `${pair.join(' ')}\n`).join('') + mark);
    });
  }

  close(): void {
    this.processes.end(this.child);
  }

  private read(piece: Buffer): void {
    if (this.failure) return;
    try {
      for (const found of this.records.read(piece)) this.waiting.shift()?.resolve(found);
    } catch (error) {
      this.fail(error instanceof VcsRefusal ? error : this.over());
      this.close();
    }
  }

  private fail(error: VcsRefusal): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }

  private over(): VcsRefusal {
    return failureOf(this, 'git diff-tree ended');
  }
}
