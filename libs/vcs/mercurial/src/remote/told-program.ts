import type { ChildProcess } from 'node:child_process';
import { VcsRefusal, type RefUpdate, type WorkProgress } from '@holdfast/vcs-spi';
import { eachLine, type ChildProcesses, type ProgramCall } from '@holdfast/vcs-spi/engine';
import { eachSaid } from '../program/each-said.js';

/** A line of our programs that bring repositories in. */
export interface SaidOfImport extends Partial<WorkProgress> {
  /** Which bundle is taken in. */
  part?: number;
  /** One name that would change. */
  update?: RefUpdate;
  /** All of them were said: it waits for a word. */
  waits?: boolean;
  /** Names of files. */
  bundles?: string[];
  bookmarks?: Record<string, string>;
  /** How many bookmarks are left out, since Mercurial makes none of such names. */
  odd?: number;
  done?: boolean;
  failed?: string;
  missing?: boolean;
  busy?: boolean;
  large?: boolean;
  full?: boolean;
}

/** A program that is to end has so long to put all back (ms). */
const patience = 60_000;

/** A program of ours that is told by its standard input what to do, and goes on when it hears a word. */
export class ToldProgram {
  /** All that it has said, the last of each. */
  private said: SaidOfImport = {};
  private complaint = '';
  private readonly child: ChildProcess;
  private readonly closed: Promise<void>;
  private toldWait: () => void = () => undefined;
  private readonly waits = new Promise<void>((resolve) => (this.toldWait = resolve));

  constructor(
    private readonly children: ChildProcesses,
    call: ProgramCall,
    { asked, signal, hear }: { asked: object; signal: AbortSignal; hear: (said: SaidOfImport) => void },
  ) {
    const child = children.start(call, 'pipe', { signal, yielding: true });
    this.child = child;
    this.closed = new Promise((resolve) =>
      child.once('close', () => resolve()).once('error', () => resolve()),
    );
    const take = (said: SaidOfImport): void => {
      this.said = { ...this.said, ...said };
      hear(said);
      if (said.waits) this.toldWait();
    };
    if (child.stdout) eachSaid<SaidOfImport>(child.stdout, take);
    if (child.stderr) eachLine(child.stderr, (line) => (this.complaint = line));
    child.stdin?.on('error', () => undefined);
    this.tell(JSON.stringify(asked));
  }

  tell(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  /** Resolves when it waits for a word. @throws VcsRefusal where it ends before that */
  async ready(): Promise<void> {
    await Promise.race([this.waits, this.closed]);
    if (this.said.waits !== true) await this.end();
  }

  /** Resolves when it has come to its end. @throws VcsRefusal where that is another one */
  async end(): Promise<SaidOfImport> {
    this.child.stdin?.end();
    await this.closed;
    const { done, failed, missing, busy, large, full } = this.said;
    if (done === true) return this.said;
    if (full === true) throw new VcsRefusal('no_room', 'the disk of the server is full');
    if (large === true)
      throw new VcsRefusal('too_large', 'it needs more memory than the server gives Mercurial');
    if (busy === true) throw new VcsRefusal('unavailable', 'others write to the repository');
    if (missing === true) throw new VcsRefusal('not_found', 'there is no such repository');
    if (failed !== undefined) throw new VcsRefusal('remote', failed);
    throw new VcsRefusal('unavailable', `Mercurial did not come to an end: ${this.complaint}`);
  }

  /** Without the word it puts back what it has done. */
  async giveUp(): Promise<void> {
    this.child.stdin?.end();
    const timer = setTimeout(() => this.children.end(this.child), patience);
    await this.closed;
    clearTimeout(timer);
  }
}
