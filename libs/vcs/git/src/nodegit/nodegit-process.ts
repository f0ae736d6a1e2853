import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { eachLine, limited } from '@holdfast/vcs-spi/engine';
import type { GitProcesses } from '../process/git-processes.js';
import type { AskedLine, NodegitQuestions, NodegitTopic, ToldLine } from './nodegit-questions.js';

/** What was built of `nodegit-program.ts`: Node runs it as it is, also where the rest is in one file. */
const builtProgram = (): string =>
  createRequire(import.meta.url).resolve('@holdfast/vcs-git/nodegit-program');

/** Most bytes of its data: a history of a million commits fits in, and what libgit2 keeps of objects (256 MiB). */
const memory = 768 << 20;
/** No answer is longer (characters): 20,000 ids, and a mebibyte of texts, of which a character may be told as six. */
const longestLine = 8 << 20;
/** So much is asked of it at a time: it has four threads. Who comes then asks git. */
const mostAtOnce = 8;
/** It does not take longer, or hangs (ms): git has the rest of the time. */
const usualLongest = 5_000;
/** Between its end and the next start, the first time and at most (ms). */
const leastDelay = 500;
const mostDelay = 60_000;
/** Who has run for so long is healthy (ms). */
const healthy = 60_000;

interface Waiting {
  take: (told: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * The process in which nodegit reads. It is there to be faster than git, and nothing depends on it: where it is not
 * there, too busy, ends or hangs, who asks is told nothing, and asks git.
 */
export class NodegitProcess {
  /** Resolves when its first run can be asked, or has ended. */
  readonly awake: Promise<void>;
  private wake: () => void = () => undefined;
  private child: ChildProcess | undefined;
  private isReady = false;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;
  private delay = leastDelay;
  private next: NodeJS.Timeout | undefined;
  private complaint = '';
  private isClosed = false;

  /** `place`: the directory of the package, or its name. `longest`: for tests. */
  constructor(
    private readonly processes: GitProcesses,
    private readonly place: string,
    private readonly longest = usualLongest,
  ) {
    this.awake = new Promise((resolve) => (this.wake = resolve));
  }

  start(): void {
    const begun = Date.now();
    let isOver = false;
    const over = (reason: string): void => {
      if (isOver) return;
      isOver = true;
      this.complaint ||= reason;
      this.ended(Date.now() - begun);
    };
    try {
      this.child = this.launch();
      this.child.once('error', ({ message }) => over(message));
      this.child.once('close', (code, signal) => over(`it has ended (${signal ?? code})`));
    } catch (error) {
      over(String(error));
    }
  }

  /** Undefined: it cannot tell. `until`: nobody waits for it any longer. */
  ask<Topic extends NodegitTopic>(
    topic: Topic,
    directory: string,
    asked: NodegitQuestions[Topic]['asked'],
    until: AbortSignal,
  ): Promise<NodegitQuestions[Topic]['told'] | undefined> {
    if (!this.isReady || this.waiting.size >= mostAtOnce || until.aborted) return Promise.resolve(undefined);
    const id = (this.asked += 1);
    return new Promise((resolve) => {
      const giveUp = (): void => this.settle(id, undefined);
      const hangs = (): void => {
        this.complaint = 'it has not answered in time';
        this.kick();
      };
      until.addEventListener('abort', giveUp, { once: true });
      const take = (told: unknown): void => {
        until.removeEventListener('abort', giveUp);
        resolve(told as NodegitQuestions[Topic]['told'] | undefined);
      };
      this.waiting.set(id, { take, timer: setTimeout(hangs, this.longest) });
      this.say({ id, topic, directory, ...asked } as AskedLine);
    });
  }

  /** Why it does not read; undefined: it does, or has just been started. */
  get problem(): string | undefined {
    return this.isReady || this.complaint === ''
      ? undefined
      : `nodegit does not read, git does: ${this.complaint}`;
  }

  forget(directory: string): void {
    if (this.isReady) this.say({ forget: directory });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.next);
    this.kick();
  }

  private launch(): ChildProcess {
    const call = { program: process.execPath, args: ['--expose-gc', builtProgram(), this.place] };
    const { program, args } = limited({ ...call, environment: {} }, memory);
    const child = this.processes.startOther(program, args, { yielding: true });
    child.stdin?.on('error', () => undefined);
    if (child.stdout) eachLine(child.stdout, (line) => this.hear(line), longestLine, '\n');
    if (child.stderr)
      eachLine(child.stderr, (line) => {
        if (!this.isReady) this.complaint = line;
      });
    return child;
  }

  private say(line: AskedLine): void {
    this.child?.stdin?.write(`${JSON.stringify(line)}\n`);
  }

  private hear(line: string): void {
    const said = toldIn(line);
    if (!said) return;
    if ('id' in said) return this.settle(said.id, said.told);
    this.isReady = true;
    this.complaint = '';
    this.wake();
  }

  /** An answer that comes later is nobody's. */
  private settle(id: number, told: unknown): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (told === undefined) this.say({ over: id });
    waiting.take(told);
  }

  private kick(): void {
    if (this.child) this.processes.end(this.child);
  }

  private ended(lived: number): void {
    this.wake();
    this.child = undefined;
    this.isReady = false;
    for (const id of [...this.waiting.keys()]) this.settle(id, undefined);
    if (this.isClosed) return;
    if (lived >= healthy) this.delay = leastDelay;
    this.next = setTimeout(() => this.start(), this.delay).unref();
    this.delay = Math.min(this.delay * 2, mostDelay);
  }
}

/** Who ends in the middle of a line has told nothing by it. */
const toldIn = (line: string): ToldLine | undefined => {
  try {
    return JSON.parse(line) as ToldLine;
  } catch {
    return undefined;
  }
};
