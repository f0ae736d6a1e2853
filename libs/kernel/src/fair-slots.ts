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

/** Something that wants to run, of a sort of which only so many may run at the same time. */
export interface Contender {
  /** To whom its places are counted, the widest first: the company, the account, then whatever else has a limit. */
  readonly parties: readonly string[];
  /**
   * How many places it takes; 1 if absent. If that is more than one of its parties may have, it begins when that party
   * has nothing else that runs.
   */
  readonly places?: number;
  /** How much it transfers, in any unit. Of the slow ones of an account those end first that transfer least. */
  readonly rate?: number;
  /** Called once for each `ask`, as soon as it has its places: inside `ask`, or later. */
  begin(): void;
  /** Whether it transfers so little at present that it must end when others wait. Absent: never. */
  slow?(): boolean;
  /** Asks a slow one to end, because others wait. It calls `leave` when it has ended. */
  end?(): void;
}

const placesOf = ({ places = 1 }: Contender): number => places;

/** Counts who has how many places. */
class Places {
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
  fullAt({ parties }: Contender, places: number, own = 0): number | undefined {
    const isFull = (held: number, limit: number): boolean => held > own && held - own + places > limit;
    for (let level = parties.length - 1; level >= 0; level -= 1)
      if (isFull(this.of(level, parties[level]), this.limits.each[level])) return level;
    return isFull(this.taken, this.limits.total) ? -1 : undefined;
  }

  change({ parties }: Contender, by: number): void {
    this.taken += by;
    parties.forEach((party, level) => {
      const left = this.of(level, party) + by;
      if (left === 0) this.counts[level].delete(party);
      else this.counts[level].set(party, left);
    });
  }
}

/**
 * Slots of which nobody can have all. Whoever finds none waits; how many may wait is limited in the same way. A slot
 * that becomes free goes to the company that has the fewest slots, there to the account that has the fewest, and so
 * on. Between equals it goes to the one that was served least recently, or else has waited longest: where slots are
 * few, whoever asks again and again does not go before those who ask once.
 */
export class FairSlots<C extends Contender> {
  /** Those that run, with the places that each has. */
  private readonly running = new Map<C, number>();
  private readonly waiting = new Set<C>();
  private readonly slots: Places;
  private readonly queue: Places;
  /** When the parties of each level were served last, of those that run or wait: the number of that start. */
  private readonly served: readonly Map<string, number>[];
  private starts = 0;

  /** `each` of both limits has as many numbers as every contender has parties. */
  constructor(slots: PlaceLimits, queue: PlaceLimits) {
    this.slots = new Places(slots);
    this.queue = new Places(queue);
    this.served = slots.each.map(() => new Map<string, number>());
  }

  /**
   * `begins`: `begin` has been called already. `waits`: it will be called. `refused`: too many wait. One that runs
   * may ask again when it needs more `places`; it keeps those that it has meanwhile.
   */
  ask(one: C): 'begins' | 'waits' | 'refused' {
    if (this.fullAt(one) === undefined) {
      this.start(one);
      return 'begins';
    }
    if (this.queue.fullAt(one, 1) !== undefined) return 'refused';
    this.waiting.add(one);
    this.queue.change(one, 1);
    return 'waits';
  }

  /** Begins at once, whether its places are free or not. Others wait the longer for theirs. */
  take(one: C): void {
    this.start(one);
  }

  /** Gives its places back, or ends its waiting. Others may begin inside this call. */
  leave(one: C): void {
    if (this.waiting.delete(one)) this.queue.change(one, -1);
    const held = this.running.get(one);
    if (held !== undefined) {
      this.running.delete(one);
      this.slots.change(one, -held);
    }
    this.forget(one);
    if (held !== undefined) this.startNext();
  }

  /**
   * Changes how many places a running contender takes. False: there are not so many, and it keeps those that it has.
   * `must`: it takes them all the same.
   */
  resize(one: C, places: number, must = false): boolean {
    const held = this.running.get(one);
    if (held === undefined) return true;
    const fits = must || places <= held || this.slots.fullAt(one, places, held) === undefined;
    if (fits) this.hold(one, places);
    if (places < held) this.startNext();
    return fits;
  }

  private startNext(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.waiting.delete(next);
      this.queue.change(next, -1);
      this.start(next);
    }
  }

  get someWait(): boolean {
    return this.waiting.size > 0;
  }

  /**
   * For each contender that waits, asks slow ones to end until enough places become free for it. Those of the account
   * that has the most places are asked first. Call it from time to time.
   */
  makeRoom(): void {
    if (this.waiting.size === 0) return;
    const slow = new Map([...this.running].filter(([each]) => each.slow?.()).sort(this.heaviestFirst));
    const ended: C[] = [];
    for (const one of this.waiting) {
      const level = this.fullAt(one) ?? -1;
      let missing = placesOf(one) - this.heldBy(one);
      for (const [each, held] of slow) {
        if (level >= 0 && each.parties[level] !== one.parties[level]) continue;
        slow.delete(each);
        ended.push(each);
        missing -= held;
        if (missing <= 0) break;
      }
      if (slow.size === 0) break;
    }
    for (const each of ended) each.end?.();
  }

  private readonly heaviestFirst = ([one]: [C, number], [other]: [C, number]): number =>
    this.narrowest(other) - this.narrowest(one) || (one.rate ?? 0) - (other.rate ?? 0);

  /** How many places its narrowest party (the last) has. */
  private narrowest({ parties }: C): number {
    const level = parties.length - 1;
    return this.slots.of(level, parties[level]);
  }

  /** The level that has too few places for it, as `Places.fullAt` answers it. */
  private fullAt(one: C): number | undefined {
    return this.slots.fullAt(one, placesOf(one), this.heldBy(one));
  }

  private heldBy(one: C): number {
    return this.running.get(one) ?? 0;
  }

  private hold(one: C, places: number): void {
    this.slots.change(one, places - this.heldBy(one));
    this.running.set(one, places);
  }

  private start(one: C): void {
    this.hold(one, placesOf(one));
    this.starts += 1;
    one.parties.forEach((party, level) => this.served[level].set(party, this.starts));
    one.begin();
  }

  private next(): C | undefined {
    let best: C | undefined;
    for (const one of this.waiting)
      if (this.fullAt(one) === undefined && (!best || this.goesBefore(one, best))) best = one;
    return best;
  }

  private goesBefore({ parties }: C, other: C): boolean {
    for (const [level, party] of parties.entries()) {
      const rival = other.parties[level];
      const difference =
        this.slots.of(level, party) - this.slots.of(level, rival) ||
        this.lastStart(level, party) - this.lastStart(level, rival);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  private lastStart(level: number, party: string): number {
    return this.served[level].get(party) ?? 0;
  }

  /** Who neither runs nor waits is nobody who asks again and again. */
  private forget({ parties }: C): void {
    for (const [level, party] of parties.entries())
      if (this.slots.of(level, party) === 0 && this.queue.of(level, party) === 0)
        this.served[level].delete(party);
  }
}
