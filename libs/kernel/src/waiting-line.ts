import { Places, type PlaceLimits } from './places.js';

/** Something that waits, counted to its parties, the widest first. */
export interface Waiter {
  readonly parties: readonly string[];
  /**
   * Called when it has lost its place in the line to another one, of a party that has fewer there. Absent: it keeps its
   * place. Whoever may ask again while it runs has none.
   */
  refuse?(): void;
}

/** Those that wait, in the order in which they came. So many of them have a place. */
export class WaitingLine<W extends Waiter> {
  private readonly all = new Set<W>();
  private readonly places: Places;

  constructor(limits: PlaceLimits) {
    this.places = new Places(limits);
  }

  get size(): number {
    return this.all.size;
  }

  /** How many wait of a party. */
  of(level: number, party: string): number {
    return this.places.of(level, party);
  }

  [Symbol.iterator](): Iterator<W> {
    return this.all.values();
  }

  /** Whether it found a place, and waits. */
  add(one: W): boolean {
    if (this.places.fullAt(one, 1) !== undefined) return false;
    this.all.add(one);
    this.places.change(one, 1);
    return true;
  }

  /** Whether it waited. */
  delete(one: W): boolean {
    const waited = this.all.delete(one);
    if (waited) this.places.change(one, -1);
    return waited;
  }

  /**
   * Whose place goes to one that finds none: the last one of the company that has the most, there of the account, and
   * so on, if that has more than the new one's would have then. Undefined: nobody's.
   */
  lastOfMost(one: W): W | undefined {
    const full = this.places.fullLevels(one);
    const rivals = [...this.all].filter(
      (each) => each.refuse && full.every((level) => each.parties[level] === one.parties[level]),
    );
    return lastOf(rivals, 0, one);
  }
}

/** `one`: with whose parties the others are compared; undefined: their party has more than its already. */
const lastOf = <W extends Waiter>(rivals: readonly W[], level: number, one?: W): W | undefined => {
  const depth = rivals.at(0)?.parties.length ?? 0;
  if (level >= depth) return one ? undefined : rivals.at(-1);
  const groups = new Map<string, W[]>();
  for (const each of rivals) {
    const group = groups.get(each.parties[level]);
    if (group) group.push(each);
    else groups.set(each.parties[level], [each]);
  }
  let largest: W[] = [];
  // Of equal ones it is the one that came last.
  for (const group of groups.values()) if (group.length >= largest.length) largest = group;
  const own = (one && groups.get(one.parties[level])) ?? [];
  if (!one || largest.length > own.length + 1) return lastOf(largest, level + 1);
  return lastOf(own, level + 1, one);
};
