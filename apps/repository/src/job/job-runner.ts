import { randomUUID } from 'node:crypto';
import { log } from '@holdfast/platform/observability';
import { isUnstorable } from '@holdfast/platform/persistence';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { Placement } from '../placement/placement.js';
import { JobBell } from './job-bell.js';
import type { JobRow } from './job.entity.js';
import { JobKinds } from './job-kinds.js';
import { JobLanes, type JobLane } from './job-lanes.js';
import type { WaitingCompany } from './job-turns.js';
import { JobStore } from './job.store.js';
import { LeftRemains } from './left-remains.js';
import { outcomeOf } from './job-outcome.js';
import { RunningJob } from './running-job.js';

/** Milliseconds. Who asks wakes the runner, and so does what is to be begun again; all else is seen by then. */
const lookEvery = 15_000;
const noteEvery = 2_000;
const forgetEvery = 60 * 60_000;
/** What a process that begins has to do first comes first. */
const first = 1_000;
const again = 1_000;
const late = 50;

/** Does the jobs of this storage node, some at a time. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  /** Of this process: what others have begun is not its own. */
  private readonly id = randomUUID();
  private readonly running = new Set<RunningJob>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly due = new Set<NodeJS.Timeout>();
  private looking: Promise<void> | undefined;
  private lookAgain = false;
  private readonly remains: LeftRemains;
  private hasTakenOver = false;
  private ended = false;

  constructor(
    private readonly store: JobStore,
    private readonly kinds: JobKinds,
    private readonly lanes: JobLanes,
    private readonly repositories: RepositoryStore,
    private readonly placement: Placement,
    private readonly bell: JobBell,
  ) {
    this.remains = new LeftRemains(kinds, repositories);
  }

  onApplicationBootstrap(): void {
    const every = (pause: number, work: () => void): void =>
      void this.timers.push(setInterval(work, pause).unref());
    this.timers.push(setTimeout(() => this.wake(), first).unref());
    every(lookEvery, () => this.wake());
    every(noteEvery, () => void this.note());
    every(forgetEvery, () => void this.store.forgetOld().catch(left('old jobs are kept for another hour')));
  }

  /** What runs is put back: the next process goes on with it. */
  async onModuleDestroy(): Promise<void> {
    this.ended = true;
    for (const timer of [...this.timers, ...this.due]) clearTimeout(timer);
    for (const job of this.running) job.leave();
    await Promise.all([this.looking, ...[...this.running].map(({ over }) => over)]);
  }

  /** Something waits perhaps. It returns at once. */
  wake(): void {
    void this.look();
  }

  /** Begins what can be begun now. */
  look(): Promise<void> {
    this.lookAgain = true;
    this.looking ??= this.lookUntilNothingIsNew();
    return this.looking;
  }

  /** One that runs here is to end. */
  stop(uuid: string): void {
    for (const job of this.running) if (job.row.uuid === uuid) job.stop();
  }

  /** Resolves when it does not run here (any more). */
  async over(uuid: string): Promise<void> {
    for (const job of this.running) if (job.row.uuid === uuid) await job.over;
  }

  /** Resolves when nothing runs. Open to tests. */
  async idle(): Promise<void> {
    while (this.running.size > 0 || this.looking)
      await Promise.all([this.looking, ...[...this.running].map(({ over }) => over)]);
  }

  private async lookUntilNothingIsNew(): Promise<void> {
    try {
      while (this.lookAgain && !this.ended) {
        this.lookAgain = false;
        if (!this.hasTakenOver) await this.takeOver();
        await this.fill();
      }
    } catch (error) {
      left('jobs wait for the database')(error);
    } finally {
      // In the same turn as the last question whether something is new.
      this.looking = undefined;
    }
  }

  private async takeOver(): Promise<void> {
    const { node } = this.placement;
    const kept = await this.remains.remove(await this.store.cutOffForGood(node, this.id), node);
    const count = await this.store.takeOver(node, this.id, kept);
    this.hasTakenOver = kept.length === 0;
    if (count > 0) log.info({ jobs: count }, 'jobs that were cut off are taken up again');
  }

  private async fill(): Promise<void> {
    const { node } = this.placement;
    for (const other of await this.store.followMoves(node)) void this.bell.ring(other);
    for (const lane of this.lanes.all) await this.fillLane(lane);
  }

  private async fillLane(lane: JobLane): Promise<void> {
    /** Companies of which nothing can be claimed now. */
    const vain = new Set<string>();
    while (!this.ended) {
      const { kinds, waiting } = await this.waitingFor(lane);
      const next: WaitingCompany | undefined = lane.turns.next(
        waiting.filter(({ company }) => !vain.has(company)),
      );
      if (!next) return;
      const { company } = next;
      const served = lane.turns.servedOf(company);
      const row = await this.store.claim(this.placement.node, { company, served }, kinds, this.id);
      if (row) this.begin(row);
      else vain.add(company);
    }
  }

  private async waitingFor({ has, turns }: JobLane): Promise<{ kinds: string[]; waiting: WaitingCompany[] }> {
    const kinds = turns.open(this.kinds.all.filter(has));
    return { kinds, waiting: kinds.length > 0 ? await this.store.waiting(this.placement.node, kinds) : [] };
  }

  private begin(row: JobRow): void {
    const turns = this.lanes.turnsOf(this.kinds.traitsOf(row.kind));
    turns.begin(row);
    const job = new RunningJob(row, (running) => this.carryOut(running));
    this.running.add(job);
    void job.over.then(() => {
      this.running.delete(job);
      turns.end(row);
      this.wake();
    });
  }

  /** Until what came of it is in the database, or the service ends: then the next process does it again. */
  private async carryOut(job: RunningJob): Promise<void> {
    const { uuid, kind, repository, attempts, payload, askedBy } = job.row;
    const outcome = await outcomeOf(job, async () => {
      const row = await this.repositories.findByUuid(repository);
      if (!row) throw new Error('the repository of a job is gone');
      const { signal } = job;
      const tell: RunningJob['tell'] = (progress) => job.tell(progress);
      const crawls = (is: boolean): void => void (job.isCrawling = is);
      return this.kinds.handlerOf(kind)({
        uuid,
        repository: row,
        payload,
        askedBy,
        attempt: attempts,
        signal,
        tell,
        crawls,
      });
    });
    const reason = outcome.state === 'again' ? outcome.reason : outcome.error;
    log.info({ job: uuid, kind, repository, outcome: outcome.state, reason }, 'a job has ended');
    for (let kept = outcome; ;) {
      try {
        await this.keep(job, kept);
        return;
      } catch (error) {
        left('what came of a job waits for the database')(error);
        if (this.ended) return;
        if (isUnstorable(error)) kept = { state: 'failed', error: 'what came of it cannot be stored' };
        await new Promise((resolve) => setTimeout(resolve, again));
      }
    }
  }

  private async keep({ row }: RunningJob, outcome: Awaited<ReturnType<typeof outcomeOf>>): Promise<void> {
    if (outcome.state !== 'again') return this.store.end(row.uuid, this.id, outcome);
    const { delay, ...how } = outcome;
    await this.store.putBack(row, this.id, delay, how);
    this.wakeAfter(delay);
  }

  /** A little later: the clock of the database says what is due. */
  private wakeAfter(delay: number): void {
    if (this.ended) return;
    const timer = setTimeout(() => {
      this.due.delete(timer);
      this.wake();
    }, delay + late).unref();
    this.due.add(timer);
  }

  /** Notes how far all have come, and ends those that are to end, or to let others go first. Open to tests. */
  async note(): Promise<void> {
    if (this.running.size === 0) return;
    const notes = [...this.running].map((each) => each.note);
    try {
      const own = new Map((await this.store.note(this.id, notes)).map((each) => [each.uuid, each]));
      for (const job of this.running) {
        const { uuid } = job.row;
        if (!notes.some((note) => note.uuid === uuid)) continue;
        const known = own.get(uuid);
        if (known?.stopping) job.stop();
        // It belongs to another process, or its repository is gone.
        if (!known) job.leave();
      }
      for (const lane of this.lanes.all) await this.letOthersGoFirst(lane);
    } catch (error) {
      left('the progress of jobs waits for the database')(error);
    }
  }

  /** A server of others that crawls keeps none of them waiting for long. */
  private async letOthersGoFirst(lane: JobLane): Promise<void> {
    const running = [...this.running].filter(({ row: { kind } }) => lane.has(this.kinds.traitsOf(kind)));
    if (!running.some(({ isCrawling }) => isCrawling)) return;
    const job = this.lanes.crawler(lane, running, (await this.waitingFor(lane)).waiting);
    if (!job) return;
    this.lanes.gave(job);
    log.info({ job: job.row.uuid, kind: job.row.kind }, 'a job with a slow server gives its place to others');
    job.leave();
  }
}

const left =
  (what: string) =>
  (err: unknown): void =>
    log.warn({ err }, what);
