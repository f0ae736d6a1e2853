import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { ChildProcesses, TurnPlaces } from '@holdfast/vcs-spi/engine';
import type { EnginePlace } from './engine-place.js';
import { shares, Worker, type WorkSort } from './worker.js';

/** Each runs one thing at a time, as Python does; with two a long one leaves the other to all others. */
const usualCount = Math.max(2, availableParallelism());
/** How long a process that is to end leaves others the time to be answered, and how often it looks for them (ms). */
const draining = { most: 20_000, every: 100 };

/** The resident processes; what comes goes to the one that does least of its sort. */
export class Workers {
  private readonly all: readonly Worker[];

  private retired: Promise<void> = Promise.resolve();

  /** `left`: how long a request may go on that nobody waits for (ms). */
  constructor(children: ChildProcesses, place: EnginePlace, left: number, count = usualCount) {
    const retire = (worker: Worker): Promise<void> => this.retire(worker);
    const numbers = [...Array(count).keys()];
    this.all = numbers.map((number) => new Worker(children, place, { number, left, retire, isShared: true }));
  }

  /** How many of one sort may be done at a time. */
  places(sort: WorkSort): number {
    return this.all.length * shares[sort];
  }

  /** The same for transfers: one repository has more than half, and not four: two accounts have not all of it. */
  turnPlaces(sort: WorkSort): TurnPlaces {
    const total = this.places(sort);
    const most = Math.floor(total / 2) + 1;
    return { total, perRepository: most === 4 ? 5 : most };
  }

  start(): void {
    for (const { program } of this.all) program.start();
  }

  /** Whether one of them answers now. */
  get isReady(): boolean {
    return this.all.some((each) => each.isReady);
  }

  /** What they have said last beside their answers: for whoever looks for a reason. */
  get complaints(): string {
    return this.all.map(({ program }) => program.complaints).join('');
  }

  /** @throws Error why none of them runs */
  async ready(): Promise<void> {
    if (this.isReady) return;
    await Promise.any(this.all.map(({ program }) => program.answers())).catch((error: unknown) => {
      throw error instanceof AggregateError ? error.errors[0] : error;
    });
  }

  /** @throws VcsRefusal `unavailable` where none runs */
  async during<T>(sort: WorkSort, work: (worker: Worker) => Promise<T>): Promise<T> {
    await this.ready().catch((error: unknown) => {
      throw new VcsRefusal('unavailable', error instanceof Error ? error.message : 'Mercurial does not run');
    });
    const ready = this.all.filter((each) => each.isReady);
    if (ready.length === 0) throw new VcsRefusal('unavailable', 'Mercurial is just starting');
    const worker = ready.reduce(
      (least, each) => (each.load(sort) < least.load(sort) ? each : least),
      ready[0],
    );
    return worker.during(sort, () => work(worker));
  }

  /** All of them hear it, as far as they run. */
  async tell(operation: string, input: unknown): Promise<void> {
    const heard = this.all
      .filter((each) => each.isReady)
      .map((each) => each.ask(operation, input, Date.now() + 5_000).catch(() => undefined));
    await Promise.all(heard);
  }

  /**
   * Ends one process when what others do there is done or has had its time; one after the other, so that some serve.
   */
  private retire(worker: Worker): Promise<void> {
    const { starts } = worker.program;
    const isOver = (): boolean => !worker.program.isRunning || worker.program.starts !== starts;
    const ended = this.retired.then(async () => {
      if (isOver()) return;
      worker.isReady = false;
      const until = Date.now() + draining.most;
      while (!worker.isLeft && Date.now() < until) await sleep(draining.every);
      worker.program.kick();
      while (!isOver()) await sleep(draining.every);
      const patience = Date.now() + draining.most;
      while (!worker.isReady && Date.now() < patience) await sleep(draining.every, undefined, { ref: false });
    });
    this.retired = ended;
    return ended;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((each) => each.stop()));
  }
}
