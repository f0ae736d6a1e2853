/** For how long an account may keep others from committing to a repository (ms). */
export interface CommitShares {
  /** At once, where it has not done so for long; also how long somebody may be kept, by whomever. */
  most: number;
  /** By each commit, whatever the account has left. */
  least: number;
  /** How much of the time that passes it gets back. */
  part: number;
}

/** Clients of HTTP wait for ten minutes; a revision of 100,000 files took two and a half on a slow disk. */
export const usualShares: CommitShares = { most: 5 * 60_000, least: 10_000, part: 1 / 4 };

/** What accounts have left of their shares in repositories: keys say which. */
export class LeftShares {
  /** How much was spent, and when that was so. */
  private readonly spent = new Map<string, { much: number; at: number }>();

  constructor(
    private readonly shares: CommitShares,
    private readonly now: () => number,
  ) {}

  of(key: string): number {
    return this.shares.most - this.spentAt(this.now(), key);
  }

  /** It has kept others since then. Nothing comes back for that time. */
  spend(key: string, since: number): void {
    const now = this.now();
    const much = this.spentAt(since, key) + now - since;
    for (const each of this.spent.keys()) if (this.spentAt(now, each) === 0) this.spent.delete(each);
    this.spent.set(key, { much, at: now });
  }

  private spentAt(time: number, key: string): number {
    const { much, at } = this.spent.get(key) ?? { much: 0, at: time };
    return Math.max(0, much - (time - at) * this.shares.part);
  }
}
