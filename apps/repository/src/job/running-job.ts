import { storableText } from '@holdfast/kernel';
import type { WorkProgress } from '@holdfast/vcs-spi';
import type { JobRow } from './job.entity.js';
import type { JobNote } from './job.store.js';

/** So long may a line about what is being done be (characters). */
const mostSaid = 200;

/** A job that this process does. */
export class RunningJob {
  /** Resolves when it has ended and that is known. */
  readonly over: Promise<void>;
  private readonly abort = new AbortController();
  private percent: number | null = null;
  private doing = '';
  /** Whether somebody wants it to end for good. */
  isStopped = false;
  /** Whether somebody else is to go on with it. */
  isLeft = false;
  /** Whether a server that it waits for is so slow that others should go first. */
  isCrawling = false;
  /** Milliseconds since the epoch. */
  readonly begunAt = Date.now();

  constructor(
    readonly row: JobRow,
    carryOut: (job: RunningJob) => Promise<void>,
  ) {
    this.over = carryOut(this);
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get note(): JobNote {
    return { uuid: this.row.uuid, percent: this.percent, doing: this.doing };
  }

  tell({ percent, doing }: WorkProgress): void {
    this.percent = percent === undefined ? null : Math.floor(Math.min(Math.max(percent, 0), 100));
    this.doing = storableText(doing, mostSaid);
  }

  stop(): void {
    this.isStopped = true;
    this.abort.abort();
  }

  leave(): void {
    this.isLeft = true;
    this.abort.abort();
  }
}
