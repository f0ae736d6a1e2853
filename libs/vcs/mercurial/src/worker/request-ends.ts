import { setTimeout as sleep } from 'node:timers/promises';
import type { ResidentProgram } from '@holdfast/vcs-spi/engine';

/** How often it is looked whether a request is still worked on: first and at most (ms). */
const [soonest, latest] = [10, 500];

/** How a request ends that nobody waits for any more. */
export interface EndSettings {
  program: Pick<ResidentProgram, 'starts' | 'isRunning'>;
  /** Whether it is worked on still; `end`: it is to stop where that harms nobody. */
  runs: (request: string, end: boolean) => Promise<boolean>;
  /** Ends the process. */
  retire: () => Promise<void>;
  /** How long a request may go on (ms); what writes is left alone for half of it. */
  left: number;
}

/** Requests whose client has gone, or that took too long: none outlives that without a bound. */
export class RequestEnds {
  /** How many there are. */
  count = 0;

  constructor(private readonly settings: EndSettings) {}

  /**
   * Resolves once a request that was sent in this run of the process (`start`) is over, at the latest with the process.
   */
  async over(request: string, { writes, start }: { writes: boolean; start: number }): Promise<void> {
    this.count += 1;
    try {
      await this.wait(request, writes, start);
    } finally {
      this.count -= 1;
    }
  }

  private async wait(request: string, writes: boolean, start: number): Promise<void> {
    const { program, runs, retire, left } = this.settings;
    const since = Date.now();
    for (let pause = soonest; program.isRunning && program.starts === start;) {
      const passed = Date.now() - since;
      if (passed > left) return retire();
      if (!(await runs(request, !writes || passed > left / 2).catch(() => true))) return;
      await sleep(pause);
      pause = Math.min(pause * 2, latest);
    }
  }
}
