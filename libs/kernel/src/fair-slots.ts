/** How many places there are, and how many one party may have of them. */
export interface PlaceLimits {
  total: number;
  /** By the place of the party in `parties` of who asks. */
  each: readonly number[];
}

/** Places of which a company has three quarters at most and an account a quarter; `more`: of narrower parties. */
export const fairPlaces = (total: number, ...more: number[]): PlaceLimits => ({
  total,
  each: [Math.ceil((total * 3) / 4), Math.ceil(total / 4), ...more],
});

/** Who wants to do something of which only so much may go on at a time. */
export interface Contender {
  /** Whom it counts for, from the widest on: the company, the account, what else has a limit. */
  readonly parties: readonly string[];
  /**
   * How many places it takes: one, where it does not say. What needs more than its parties may have begins when they
   * have nothing else.
   */
  readonly places?: number;
  /** It has its slot and may begin. Called once, at once or later. */
  begin(): void;
  /** Whether it moves so little that it has to go when others wait. */
  slow(): boolean;
  /** It has to go: called of a slow one that stands in the way; it leaves when it has ended. */
  end(): void;
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

  /** The narrowest level at which so many places are not left; -1: in all; undefined: they are there. */
  fullAt({ parties }: Contender, places: number): number | undefined {
    const isFull = (held: number, limit: number): boolean => held > 0 && held + places > limit;
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
 * Slots that nobody can hold all of. Who finds none waits, and the number of those who wait is limited in the same
 * way. A slot that gets free goes to the company that holds fewest, in it to the account that holds fewest, and so
 * on; among equals to who waits longest.
 */
export class FairSlots<C extends Contender> {
  /** With the places that each has. */
  private readonly running = new Map<C, number>();
  private readonly waiting = new Set<C>();
  private readonly slots: Places;
  private readonly queue: Places;

  /** `each` of both limits has one number for every party of those who ask. */
  constructor(slots: PlaceLimits, queue: PlaceLimits) {
    this.slots = new Places(slots);
    this.queue = new Places(queue);
  }

  /** `begins`: it has begun already; `waits`: it will begin; `refused`: too many wait. */
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

  /** It has ended, or does not want to wait any longer. */
  leave(one: C): void {
    if (this.waiting.delete(one)) this.queue.change(one, -1);
    const held = this.running.get(one);
    if (held === undefined) return;
    this.running.delete(one);
    this.slots.change(one, -held);
    this.startNext();
  }

  /**
   * What runs takes so many places from now on; `must`: also where there are not so many. False: they are not there,
   * and it keeps what it has.
   */
  resize(one: C, places: number, must = false): boolean {
    const held = this.running.get(one);
    if (held === undefined) return true;
    this.slots.change(one, -held);
    const fits = must || places <= held || this.slots.fullAt(one, places) === undefined;
    this.slots.change(one, fits ? places : held);
    if (fits) this.running.set(one, places);
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
   * Ends for each one that waits as many slow ones as hold what it waits for, those of the account that holds most
   * first. To be called every now and then.
   */
  makeRoom(): void {
    if (this.waiting.size === 0) return;
    const slow = new Map([...this.running].filter(([each]) => each.slow()).sort(this.heaviestFirst));
    const ended: C[] = [];
    for (const one of this.waiting) {
      const level = this.fullAt(one) ?? -1;
      let missing = placesOf(one);
      for (const [each, held] of slow) {
        if (level >= 0 && each.parties[level] !== one.parties[level]) continue;
        slow.delete(each);
        ended.push(each);
        missing -= held;
        if (missing <= 0) break;
      }
      if (slow.size === 0) break;
    }
    for (const each of ended) each.end();
  }

  private readonly heaviestFirst = ([one]: [C, number], [other]: [C, number]): number =>
    this.narrowest(other) - this.narrowest(one);

  /** How many places its narrowest party has. */
  private narrowest({ parties }: C): number {
    const level = parties.length - 1;
    return this.slots.of(level, parties[level]);
  }

  /** Where the places that it asks for are not left, as `Places.fullAt`. */
  private fullAt(one: C): number | undefined {
    return this.slots.fullAt(one, placesOf(one));
  }

  private start(one: C): void {
    const places = placesOf(one);
    this.running.set(one, places);
    this.slots.change(one, places);
    one.begin();
  }

  private next(): C | undefined {
    let best: C | undefined;
    for (const one of this.waiting)
      if (this.fullAt(one) === undefined && (!best || this.holdsFewer(one, best))) best = one;
    return best;
  }

  private holdsFewer(one: C, other: C): boolean {
    for (let level = 0; level < one.parties.length; level += 1) {
      const difference =
        this.slots.of(level, one.parties[level]) - this.slots.of(level, other.parties[level]);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }
}
