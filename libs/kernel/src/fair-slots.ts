import { Places, type PlaceLimits } from './places.js';
import { WaitingLine, type Waiter } from './waiting-line.js';

/**
 * Something that wants to run, of a sort of which only so many may run at the same time. Its places are counted to its
 * parties: the company, the account, then whatever else has a limit.
 */
export interface Contender extends Waiter {
  /**
   * How many places it takes; 1 if absent. If that is more than one of its parties may have, it begins when that party
   * has nothing else that runs.
   */
  readonly places?: number;
  /**
   * How much it transfers, or spares others waiting, in any unit. Of the slow ones of an account those end first that
   * transfer least.
   */
  readonly rate?: number;
  /** Called once for each `ask`, as soon as it has its places: inside `ask`, or later. */
  begin(): void;
  /**
   * Whether it transfers so little at present that it must end when others wait. Absent: never. `held`: the places of
   * its account.
   */
  slow?(held: number): boolean;
  /** Asks a slow one to end, because others wait. It calls `leave` when it has ended. */
  end?(): void;
}

/** How many have their turn, and how many wait for it. */
export interface TurnLoad {
  readonly running: number;
  readonly waiting: number;
}

const placesOf = ({ places = 1 }: Contender): number => places;

/**
 * Slots of which nobody can have all. Whoever finds none waits. How many may wait is limited in the same way; where
 * there are so many, one of who has fewer takes the place of the last one of who has most. A slot that becomes free
 * goes to the company that has the fewest slots, there to the account that has the fewest, and so on. Between equals
 * it goes to the one that was served least recently, or else has waited longest: where slots are few, whoever asks
 * again and again does not go before those who ask once.
 */
export class FairSlots<C extends Contender> {
  /** Those that run, with the places that each has. */
  private readonly running = new Map<C, number>();
  private readonly waiting: WaitingLine<C>;
  private readonly slots: Places;
  /** When the parties of each level were served last, of those that run or wait: the number of that start. */
  private readonly served: readonly Map<string, number>[];
  private starts = 0;

  /**
   * `each` of both limits has as many numbers as every contender has parties. `inOrder`: the widest level (an index of
   * parties; -1: all places) at which who goes first keeps what becomes free until it is enough, though others need
   * less; else many small ones keep a large one out for ever. Absent: nobody keeps anything. It is for what nobody
   * holds long, or asks for while he holds some.
   */
  constructor(
    slots: PlaceLimits,
    queue: PlaceLimits,
    private readonly inOrder = Infinity,
  ) {
    this.slots = new Places(slots);
    this.waiting = new WaitingLine(queue);
    this.served = slots.each.map(() => new Map<string, number>());
  }

  /**
   * `begins`: `begin` has been called already. `waits`: it will be called, or `refuse`. `refused`: too many wait. One
   * that runs may ask again when it needs more `places`; it keeps those that it has meanwhile.
   */
  ask(one: C): 'begins' | 'waits' | 'refused' {
    if (this.fullAt(one) === undefined && !this.isKept(one, this.firstOfThoseThatLack())) {
      this.start(one);
      return 'begins';
    }
    if (this.waiting.add(one)) return 'waits';
    const last = this.waiting.lastOfMost(one);
    if (!last) return 'refused';
    this.leave(last);
    last.refuse?.();
    return this.ask(one);
  }

  /** Begins at once, whether its places are free or not. Others wait the longer for theirs. */
  take(one: C): void {
    this.start(one);
  }

  /** Gives its places back, or ends its waiting. Others may begin inside this call. */
  leave(one: C): void {
    const waited = this.waiting.delete(one);
    const held = this.running.get(one);
    if (held !== undefined) {
      this.running.delete(one);
      this.slots.change(one, -held);
    }
    this.forget(one);
    if (held !== undefined || (waited && this.inOrder < Infinity)) this.startNext();
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
      this.start(next);
    }
  }

  get someWait(): boolean {
    return this.waiting.size > 0;
  }

  /** How many run, and how many wait. */
  get load(): TurnLoad {
    return { running: this.running.size, waiting: this.waiting.size };
  }

  /**
   * For each contender that waits, asks slow ones to end until enough places become free for it. Those of the account
   * that has the most places are asked first, between such those of the company that has the most. Call it from time
   * to time.
   */
  makeRoom(): void {
    if (this.waiting.size === 0) return;
    const slow = new Map(
      [...this.running].filter(([each]) => each.slow?.(this.ofAccount(each))).sort(this.heaviestFirst),
    );
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
    this.ofAccount(other) - this.ofAccount(one) ||
    this.slots.of(0, other.parties[0]) - this.slots.of(0, one.parties[0]) ||
    (one.rate ?? 0) - (other.rate ?? 0);

  /** How many places its account has: of several of them, the second of its parties. */
  private ofAccount({ parties }: C): number {
    const level = Math.min(1, parties.length - 1);
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
    const first = this.firstOfThoseThatLack();
    let best: C | undefined;
    for (const one of this.waiting)
      if (this.fullAt(one) === undefined && (!best || this.goesBefore(one, best)) && !this.isKept(one, first))
        best = one;
    return best;
  }

  /** Who goes first of those that wait because one party, or everybody, has too few places left. */
  private firstOfThoseThatLack(): ReadonlyMap<string, C> {
    if (this.inOrder === Infinity || this.waiting.size === 0) return nobody;
    const first = new Map<string, C>();
    for (const one of this.waiting) {
      const level = this.fullAt(one);
      if (level === undefined || level < this.inOrder) continue;
      const rival = first.get(partyAt(one, level));
      if (!rival || this.goesBefore(one, rival)) first.set(partyAt(one, level), one);
    }
    return first;
  }

  /** Whether it would take what is kept for one that goes before it. */
  private isKept(one: C, first: ReadonlyMap<string, C>): boolean {
    if (first.size === 0) return false;
    const rivals = [-1, ...one.parties.keys()].map((level) => first.get(partyAt(one, level)));
    return rivals.some((rival) => rival && !this.goesBefore(one, rival));
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
      if (this.slots.of(level, party) === 0 && this.waiting.of(level, party) === 0)
        this.served[level].delete(party);
  }
}

const nobody: ReadonlyMap<string, never> = new Map<string, never>();

/** Of a level (an index of `parties`), or of -1: everybody. */
const partyAt = ({ parties }: Contender, level: number): string =>
  level < 0 ? '' : `${level} ${parties[level]}`;
