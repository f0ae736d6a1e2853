import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { VcsRefusal } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  type ChildProcesses,
  type MemoryBudget,
  type MemoryOwner,
} from '@holdfast/vcs-spi/engine';
import type { PushWork } from './push-work.js';
import type { EnginePlace } from './engine-place.js';
import { Worker } from './worker.js';

/** Their numbers begin behind those of the resident processes. */
const firstNumber = 1_000;
/** How long one that waits for a push is kept (ms). */
const kept = 300_000;
/** How long what one has said last takes to its client at most (ms). */
const lastWords = 1_000;

export interface OwnProgramsSettings {
  /** As of `Workers`. */
  left: number;
  memory: MemoryBudget;
  work: PushWork;
}

/** What bounds one of them beside its memory. */
export interface OwnBounds {
  /** So many bytes of a push have come; absent: it is none. */
  sent?: () => number;
  /** It ends when nobody waits for it any more. */
  signal?: AbortSignal;
}

/**
 * Programs that do one request each: what Mercurial makes of a push, or has to read, can take long and need much
 * memory, and in a process that serves others they would wait for it. After one there is another that has started.
 */
export class OwnPrograms {
  private made = firstNumber;
  private spare: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly all = new Set<Worker>();
  private isStopped = false;

  constructor(
    private readonly children: ChildProcesses,
    private readonly place: EnginePlace,
    private readonly settings: OwnProgramsSettings,
  ) {}

  /** @throws BodyFailure 503 where no program starts, or it needs too much */
  async during<T>(owner: MemoryOwner, bounds: OwnBounds, work: (worker: Worker) => Promise<T>): Promise<T> {
    if (this.isStopped) throw new BodyFailure('gone', 503, 'the server is being stopped, try again');
    const worker = this.take();
    let reason: string | undefined;
    const end = (why: string): void => {
      reason ??= why;
      void this.end(worker);
    };
    const leave = (): void => end('nobody waits for it any more');
    bounds.signal?.addEventListener('abort', leave);
    try {
      await worker.program.answers();
      const child = worker.program.process;
      if (!child) throw new Error('it has just ended');
      return await this.bounded({ child, owner, sent: bounds.sent, end }, () => work(worker));
    } catch (error) {
      const isTold = error instanceof BodyFailure || error instanceof VcsRefusal;
      if (reason === undefined && isTold) throw error;
      throw new BodyFailure('gone', 503, reason ?? 'Mercurial does not run, try again');
    } finally {
      bounds.signal?.removeEventListener('abort', leave);
      void this.end(worker);
      this.prepare();
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await Promise.all([...this.all].map((each) => this.end(each)));
  }

  private async bounded<T>(
    bounds: { child: ChildProcess; owner: MemoryOwner; sent: OwnBounds['sent']; end: (why: string) => void },
    work: () => Promise<T>,
  ): Promise<T> {
    const { child, owner, sent, end } = bounds;
    this.settings.memory.follow(child, owner, () =>
      end('the programs of all need too much memory together, try again later'),
    );
    const over = sent ? this.settings.work.watch(child, sent, end) : () => undefined;
    try {
      return await work();
    } finally {
      over();
    }
  }

  private take(): Worker {
    const worker = this.spare ?? this.make();
    this.spare = undefined;
    return worker;
  }

  /** Has one start for the next: it would take the processor from one that works. */
  private prepare(): void {
    if (this.isStopped) return;
    this.spare ??= this.make();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drop(), kept).unref();
  }

  private make(): Worker {
    const { left } = this.settings;
    const retire = (worker: Worker): Promise<void> => sleep(lastWords).then(() => this.end(worker));
    this.made += 1;
    const worker = new Worker(this.children, this.place, {
      number: this.made,
      left,
      retire,
      isShared: false,
    });
    this.all.add(worker);
    worker.program.start();
    return worker;
  }

  private drop(): void {
    const { spare } = this;
    this.spare = undefined;
    if (spare) void this.end(spare);
  }

  private async end(worker: Worker): Promise<void> {
    await worker.stop();
    this.all.delete(worker);
    // No other program has its number: what cannot be removed is in nobody's way.
    await rm(worker.address(), { force: true }).catch(() => undefined);
  }
}
