import { setTimeout as sleep } from 'node:timers/promises';

/** For so long an answer may be given again (ms): a client asks the same several times within it. */
const usual = 10;

/**
 * Leases of answers: for how long others may repeat an answer without asking. A commit first waits until all that were
 * given have ended, and none is given until it is over: so nobody hears less than a commit has made known to anybody.
 * Only durations are told, and who asks counts from before his question: clocks need not agree.
 */
export class ReadLeases {
  /** When the last lease of a repository ends, in the order of these ends. */
  private readonly ends = new Map<string, number>();
  /** Commits that are under way, by repository. */
  private readonly commits = new Map<string, number>();

  constructor(
    private readonly lasts = usual,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * To be asked in the same moment in which an answer is found to hold. How long the lease is (ms); undefined: none is
   * given, since a commit is under way.
   */
  give(directory: string): number | undefined {
    if (this.commits.has(directory)) return undefined;
    this.dropEnded();
    this.ends.delete(directory);
    this.ends.set(directory, this.now() + this.lasts);
    return this.lasts;
  }

  /** Does what may make a revision of a repository, while there is no lease. */
  async without<T>(directory: string, commit: () => Promise<T>): Promise<T> {
    const { commits } = this;
    commits.set(directory, (commits.get(directory) ?? 0) + 1);
    try {
      for (let left = this.leftOf(directory); left > 0; left = this.leftOf(directory))
        await sleep(Math.ceil(left));
      return await commit();
    } finally {
      const others = (commits.get(directory) ?? 1) - 1;
      if (others > 0) commits.set(directory, others);
      else commits.delete(directory);
    }
  }

  get size(): number {
    return this.ends.size;
  }

  private leftOf(directory: string): number {
    return (this.ends.get(directory) ?? 0) - this.now();
  }

  private dropEnded(): void {
    const now = this.now();
    for (const [directory, end] of this.ends) {
      if (end > now) return;
      this.ends.delete(directory);
    }
  }
}
