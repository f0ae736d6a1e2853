/** How many places there are, and how many of them one party may have. */
export interface PlaceLimits {
  total: number;
  /** One limit for each level of `Contender.parties`: for one company, for one account … */
  each: readonly number[];
}

/**
 * Limits by which one company has at most three quarters of the places, and one account at most a quarter. `more`: the
 * limits of further levels below the account.
 */
export const fairPlaces = (total: number, ...more: number[]): PlaceLimits => ({
  total,
  each: [Math.ceil((total * 3) / 4), Math.ceil(total / 4), ...more],
});

/** To whom places are counted, the widest first. */
interface WithParties {
  readonly parties: readonly string[];
}

/** Counts who has how many places. */
export class Places {
  private taken = 0;
  private readonly counts: readonly Map<string, number>[];

  constructor(private readonly limits: PlaceLimits) {
    this.counts = limits.each.map(() => new Map<string, number>());
  }

  of(level: number, party: string): number {
    return this.counts[level].get(party) ?? 0;
  }

  /**
   * The narrowest level (an index of `parties`) that has not so many places left. -1: there are too few altogether.
   * Undefined: there are enough. `own`: those that it has already, and which are part of `places`.
   */
  fullAt({ parties }: WithParties, places: number, own = 0): number | undefined {
    const isFull = (held: number, limit: number): boolean => held > own && held - own + places > limit;
    for (let level = parties.length - 1; level >= 0; level -= 1)
      if (isFull(this.of(level, parties[level]), this.limits.each[level])) return level;
    return isFull(this.taken, this.limits.total) ? -1 : undefined;
  }

  /** All levels (indexes of `parties`) that have no place left. */
  fullLevels({ parties }: WithParties): number[] {
    return [...parties.keys()].filter((level) => this.of(level, parties[level]) >= this.limits.each[level]);
  }

  change({ parties }: WithParties, by: number): void {
    this.taken += by;
    parties.forEach((party, level) => {
      const left = this.of(level, party) + by;
      if (left === 0) this.counts[level].delete(party);
      else this.counts[level].set(party, left);
    });
  }
}
