import type { LongWork, VcsEngine, WorkProgress } from '@holdfast/vcs-spi';
import type { WorkQuestion, WorkSaid } from './messages.js';

/** Milliseconds between two words about the progress of one work. */
const pause = 500;

/** The long work that the engines of this process do for the main process. */
export class LongWorks {
  private readonly running = new Map<string, AbortController>();

  /** `told` hears what each says, by its id. */
  constructor(private readonly told: (id: string, said: WorkSaid) => void) {}

  async run(engine: Pick<VcsEngine, 'work'>, { work: id, operation, input }: WorkQuestion): Promise<unknown> {
    const abort = new AbortController();
    this.running.set(id, abort);
    let latest: WorkProgress | undefined;
    const timer = setInterval(() => {
      if (latest) this.told(id, { progress: latest });
      latest = undefined;
    }, pause);
    try {
      const tell = (progress: WorkProgress): void => void (latest = progress);
      const crawls = (is: boolean): void => this.told(id, { crawls: is });
      return await engine.work(operation, input, { signal: abort.signal, tell, crawls });
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

/** Passes on what work says. Undefined: nobody waits for it any more. */
export const hearWork = (waiting: LongWork | undefined, { progress, crawls }: WorkSaid): void => {
  if (progress) waiting?.tell(progress);
  if (crawls !== undefined) waiting?.crawls?.(crawls);
};
