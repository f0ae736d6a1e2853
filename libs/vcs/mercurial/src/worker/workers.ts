import { availableParallelism } from 'node:os';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { ChildProcesses } from '@holdfast/vcs-spi/engine';
import type { EnginePlace } from './engine-place.js';
import { shares, Worker, type WorkSort } from './worker.js';

/** Each runs one thing at a time, as Python does; with two a long one leaves the other to all others. */
const usualCount = Math.max(2, availableParallelism());

/** The resident processes; what comes goes to the one that does least of its sort. */
export class Workers {
  private readonly all: readonly Worker[];

  constructor(children: ChildProcesses, place: EnginePlace, count = usualCount) {
    this.all = Array.from({ length: count }, (_, number) => new Worker(children, place, number));
  }

  /** How many of one sort may be done at a time. */
  places(sort: WorkSort): number {
    return this.all.length * shares[sort];
  }

  start(): void {
    for (const { program } of this.all) program.start();
  }

  /** Whether one of them answers now. */
  get isReady(): boolean {
    return this.all.some((each) => each.isReady);
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

  async stop(): Promise<void> {
    await Promise.all(this.all.map((each) => each.stop()));
  }
}
