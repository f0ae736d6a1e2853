import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcesses, ProgramCall } from './child-processes.js';

export interface ResidentSettings {
  /** How it is called, each time anew: old sockets can be removed here. Rejects where the program is missing. */
  call: () => Promise<ProgramCall>;
  /** Resolves once it answers; it may be asked again and again, and each time has a second. */
  probe: (signal: AbortSignal) => Promise<void>;
  /** How long it may take from its start to its first answer (ms). */
  starting?: number;
}

/** Between one end and the next start, the first time and at most (ms). */
const leastDelay = 100;
const mostDelay = 10_000;
/** Who has run for so long is healthy, and is started again at once when it ends (ms). */
const healthy = 10_000;
const betweenProbes = 50;
const longestProbe = 1_000;
/** What it says last, in characters: kept to tell why it does not run. */
const mostSaid = 2_000;

/**
 * A program of an engine that is to run as long as the engine does: it is started, waited for, started again when it
 * has ended, and stopped.
 */
export class ResidentProgram {
  private child: ChildProcess | undefined;
  private life: Promise<void> | undefined;
  private ready: Promise<void> = Promise.reject(new Error('not started'));
  private readonly stopping = new AbortController();
  private said = '';
  /** How often it has been started. */
  starts = 0;

  constructor(
    private readonly children: ChildProcesses,
    private readonly settings: ResidentSettings,
  ) {
    this.ready.catch(() => undefined);
  }

  /** Has it run from now on. What is wrong with it is told by `answers`. */
  start(): void {
    if (this.life) return;
    const first = this.launch();
    this.life = this.keep(first);
  }

  /** Resolves while it answers; rejects with the reason why it does not. It waits for one that is just starting. */
  answers(): Promise<void> {
    return this.ready;
  }

  /** The number of its process; undefined: there is none. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Its process; undefined: there is none. */
  get process(): ChildProcess | undefined {
    return this.child;
  }

  /** What this run of it has said last beside its answers. */
  get complaints(): string {
    return this.said;
  }

  /** There is a process of it. */
  get isRunning(): boolean {
    return this.child !== undefined;
  }

  /** Ends this run of it at once; the next one begins by itself. For one that hangs. */
  kick(): void {
    if (this.child) this.children.end(this.child);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.kick();
    await this.life;
  }

  /** Starts it, and answers how long it has run when it has ended (ms). */
  private launch(): Promise<number> {
    const ended = new AbortController();
    const begun = this.settings.call().then((call) => this.begin(call, ended));
    this.ready = begun.then(() => this.untilItAnswers(ended.signal));
    this.ready.catch(() => this.kick());
    return begun.then(
      async (run) => {
        const since = Date.now();
        await run.ended;
        this.ready = Promise.reject(new Error(this.lastWords()));
        this.ready.catch(() => undefined);
        return Date.now() - since;
      },
      () => 0,
    );
  }

  private begin(call: ProgramCall, ended: AbortController): { ended: Promise<void> } {
    this.said = '';
    this.starts += 1;
    const child = this.children.start(call, ['ignore', 'ignore', 'pipe']);
    this.child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-mostSaid);
    });
    const over = new Promise<void>((resolve) => {
      const end = (): void => {
        this.child = undefined;
        ended.abort();
        resolve();
      };
      child.once('exit', end).once('error', (error) => {
        this.said ||= error.message;
        end();
      });
    });
    if (this.stopping.signal.aborted) this.kick();
    return { ended: over };
  }

  private async untilItAnswers(ended: AbortSignal): Promise<void> {
    const deadline = Date.now() + (this.settings.starting ?? 15_000);
    for (;;) {
      const signal = AbortSignal.any([ended, AbortSignal.timeout(longestProbe)]);
      const problem = await this.settings.probe(signal).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (ended.aborted) throw new Error(this.lastWords());
      if (problem === undefined) return;
      if (Date.now() > deadline) throw new Error('it does not answer', { cause: problem });
      await sleep(betweenProbes);
    }
  }

  private async keep(first: Promise<number>): Promise<void> {
    const { signal } = this.stopping;
    let delay = leastDelay;
    for (let run = first; ; run = this.launch()) {
      const lived = await run;
      if (signal.aborted) return;
      delay = lived >= healthy ? leastDelay : Math.min(delay * 2, mostDelay);
      await sleep(lived >= healthy ? 0 : delay, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  private lastWords(): string {
    const line = this.said.trim().split('\n').at(-1)?.trim();
    return line ? `it has ended: ${line}` : 'it has ended';
  }
}
