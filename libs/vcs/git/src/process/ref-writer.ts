import type { ChildProcess } from 'node:child_process';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { processorTime } from '@holdfast/vcs-spi/engine';
import { firstWordOf } from './first-word.js';
import type { GitProcesses } from './git-processes.js';
import type { RefCommand } from '../refs/ref-command.js';
import { isRefName } from '../refs/ref-name.js';
import { longRead } from './long-read.js';
import type { Pooled } from './keyed-pool.js';
import { mostTimer } from './most-timer.js';
import { refusalOf } from './ref-refusal.js';

/** How long one transaction may take (ms). */
const longest = 30_000;
/** And so long beyond the time at which nobody waits for it any more. What is being committed has all of its time. */
const grace = 5_000;
/** So long may git work until one change is prepared, beside what all may take (ms of the processor). */
const each = 1;
/** How often is looked how long it has worked (ms). */
const every = 50;

/** How a transaction is made. */
export interface Writing {
  /** When nobody waits for it any more (ms since the epoch). */
  until: number;
  /**
   * Done when all of it lies beside what it replaces, and nothing is changed yet. It takes as long as it likes while
   * somebody waits for the transaction, which is refused with what it rejects with.
   */
  prepared?: () => Promise<void>;
}

interface Job extends Writing {
  text: string;
  /** How long git may work (ms of the processor). */
  work: number;
  /** How long it has, until all was prepared, if that was a while. */
  worked: number;
  /** When it began (ms). */
  since: number;
  /** What git had worked at the first look: what is done by then is quick, and not counted (ms). */
  before: number | undefined;
  /** Hears whether git took a while to read what references are to name. */
  resolve(isLong: boolean): void;
  reject(error: Error): void;
}

/**
 * A long-lived `git update-ref --stdin`. Each `write` is one transaction: all of its changes or none. git ends
 * at the first refusal, which breaks the writer; the jobs behind it are answered `retry` by rejecting with
 * `RefWriterEnded`.
 */
export class RefWriter implements Pooled {
  broken = false;
  readonly awake: Promise<void>;
  private readonly child: ChildProcess;
  private readonly jobs: Job[] = [];
  private active: Job | undefined;
  private output = '';
  private complaint = '';
  private timer: NodeJS.Timeout | undefined;
  private watch: NodeJS.Timeout | undefined;
  /** Why git was told to end, of which it says nothing itself. */
  private failure: Error | undefined;

  constructor(
    private readonly processes: GitProcesses,
    directory: string,
    /**
     * So long may git work until all is prepared (ms of the processor). It reads what references are to name, which
     * takes long at the end of a long chain of differences, and nobody looks any more at the rights of who asked.
     */
    private readonly work: number,
    config?: Record<string, string>,
  ) {
    const command = { command: 'update-ref' as const, directory, flags: ['--stdin'] };
    this.child = processes.start({ ...command, ...(config && { config }) }, 'pipe');
    this.awake = firstWordOf(this.child);
    this.child.stdout?.setEncoding('latin1').on('data', (text: string) => this.read(text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (this.complaint.length < 10_000) this.complaint += text;
    });
    this.child.stdin?.on('error', () => undefined);
    this.child.once('error', (error) => this.ended(error.message));
    this.child.once('close', () => this.ended(this.complaint));
  }

  write(changes: readonly RefCommand[], { until, prepared }: Writing): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const text = `start\n${changes.map(lineOf).join('')}prepare\n`;
      // Of what goes git reads nothing, but it writes anew where it was packed.
      const isRemoval = changes.every(({ verb }) => verb === 'delete');
      const work = isRemoval ? Infinity : this.work + changes.length * each;
      const asked = { text, until, work, worked: 0, since: 0, before: undefined };
      this.jobs.push({ ...asked, ...(prepared && { prepared }), resolve, reject });
      this.next();
    });
  }

  close(): void {
    this.broken = true;
    this.child.stdin?.end();
  }

  private next(): void {
    if (this.active) return;
    if (this.broken && this.jobs.length > 0) return this.refuseWaiting();
    this.active = this.jobs.shift();
    if (!this.active) return;
    if (Date.now() >= this.active.until) return this.passOver();
    this.output = '';
    this.limit(longest, this.active);
    this.active.since = performance.now();
    this.watch = setInterval(() => this.measure(), every);
    this.child.stdin?.write(this.active.text);
  }

  /** Ends a transaction for which git works too long. Answers whether it goes on. */
  private measure(): boolean {
    const job = this.active;
    if (!job || job.work === Infinity) return true;
    const sum = processorTime(this.child) ?? 0;
    job.before ??= sum;
    job.worked = sum - job.before;
    if (job.worked > job.work) this.endFor(job, tooSlow());
    return job.worked <= job.work;
  }

  private read(text: string): void {
    this.output += text;
    if (this.output.endsWith('prepare: ok\n')) this.goOn();
    if (!this.output.endsWith('commit: ok\n')) return;
    clearTimeout(this.timer);
    const job = this.active;
    this.active = undefined;
    job?.resolve(job.worked > longRead);
    this.next();
  }

  /** Nobody would hear of it any more. */
  private passOver(): void {
    this.active?.reject(tooLate());
    this.active = undefined;
    this.next();
  }

  private goOn(): void {
    const job = this.active;
    if (!job) return;
    clearInterval(this.watch);
    if (performance.now() - job.since > longRead && !this.measure()) return;
    const commits = (): void => {
      if (this.active !== job) return;
      if (Date.now() >= job.until) return this.endFor(job, tooLate());
      // From here on git changes one reference after the other: ended in its middle, it leaves some of them changed.
      this.endAfter(longest, job);
      this.child.stdin?.write(commit);
    };
    if (!job.prepared) return commits();
    this.limit(mostTimer, job, tooLate());
    job.prepared().then(commits, (error: Error) => this.endFor(job, error));
  }

  /** The transaction ends after so many ms, or when nobody waits for it any more. `why`: what is said of that then. */
  private limit(time: number, job: Job, why?: Error): void {
    const left = job.until - Date.now() + grace;
    this.endAfter(Math.max(0, Math.min(time, left)), job, why);
  }

  private endAfter(time: number, job: Job, why?: Error): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.endFor(job, why), time);
  }

  private endFor(job: Job, why: Error | undefined): void {
    if (this.active !== job) return;
    this.failure = why;
    this.processes.end(this.child);
  }

  private ended(complaint: string): void {
    this.broken = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    const job = this.active;
    this.active = undefined;
    job?.reject(complaint === '' && this.failure ? this.failure : refusalOf(complaint));
    this.refuseWaiting();
  }

  private refuseWaiting(): void {
    for (const job of this.jobs.splice(0)) job.reject(new RefWriterEnded());
  }
}

const commit = 'commit\n';
const tooLate = (): VcsRefusal => new VcsRefusal('unavailable', 'references were not changed in time');
const tooSlow = (): VcsRefusal =>
  new VcsRefusal('too_large', 'git takes too long to read what the references are to name');

/** The writer ended before it came to this job: nothing of it has been written. */
export class RefWriterEnded extends VcsRefusal {
  constructor() {
    super('unavailable', 'the writer of references ended');
  }
}

const lineOf = (change: RefCommand): string => {
  if (!isRefName(change.ref) || !change.ref.startsWith('refs/')) {
    throw new VcsRefusal('name_invalid', 'not a valid name of a reference');
  }
  const ids = idsOf(change);
  if (ids.some((id) => !/^[0-9a-f]{40}$/.test(id)))
    throw new VcsRefusal('not_a_commit', 'not a full commit id');
  return `${[change.verb, change.ref, ...ids].join(' ')}\n`;
};

/** What the ref is to point at, and then what it has pointed at. */
const idsOf = (change: RefCommand): string[] => {
  if (change.verb === 'create') return [change.commit];
  if (change.verb === 'update') return [change.commit, change.expected];
  return change.expected === undefined ? [] : [change.expected];
};
