import type { VcsEngine, WorkProgress } from '@holdfast/vcs-spi';
import type { WorkQuestion } from './messages.js';

/** Milliseconds between two words about the progress of one work. */
const pause = 500;

/** The long work that the engines of this process do for the main process. */
export class LongWorks {
  private readonly running = new Map<string, AbortController>();

  /** `told` hears of the progress of each, by its id. */
  constructor(private readonly told: (id: string, progress: WorkProgress) => void) {}

  async run(engine: Pick<VcsEngine, 'work'>, { work: id, operation, input }: WorkQuestion): Promise<unknown> {
    const abort = new AbortController();
    this.running.set(id, abort);
    let latest: WorkProgress | undefined;
    const timer = setInterval(() => {
      if (latest) this.told(id, latest);
      latest = undefined;
    }, pause);
    try {
      const tell = (progress: WorkProgress): void => void (latest = progress);
      return await engine.work(operation, input, { signal: abort.signal, tell });
    } finally {
      clearInterval(timer);
      this.running.delete(id);
    }
  }

  /** Ends one, which then rejects. */
  end(id: string): void {
    this.running.get(id)?.abort();
  }
}
