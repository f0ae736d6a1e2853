/** Milliseconds before the first further attempt; each waits twice as long as the one before it, up to the most. */
const first = 200;
const most = 30_000;

/** Tries again what has failed, ever more rarely, until it works or there is no time left. */
export class Retries {
  private readonly timers = new Set<NodeJS.Timeout>();
  private ended = false;

  begin(work: () => Promise<void>, delay = first): void {
    if (this.ended) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work().catch(() => this.begin(work, Math.min(delay * 2, most)));
    }, delay);
    this.timers.add(timer);
  }

  /** Nothing is tried from now on. */
  end(): void {
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
