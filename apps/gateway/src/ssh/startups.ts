import { addressBlock, addressNetwork } from '@holdfast/kernel';

/** How many connections may be underway to their login. */
export interface StartupLimits {
  /** From so many on some are turned away, the more the more there are. */
  begin: number;
  /** So many are there at most. */
  most: number;
  /** Of one address. */
  perAddress: number;
}

export const usualStartups: StartupLimits = { begin: 100, most: 300, perAddress: 150 };

/** Turned away of every hundred at `begin`; at `most` it is all of them. */
const least = 30;

/** Whether one more is turned away where so many are open; `chance`: a number from 0 up to 1. */
export const isShed = (open: number, { begin, most }: StartupLimits, chance: number): boolean => {
  if (open < begin) return false;
  if (open >= most) return true;
  const share = least + ((100 - least) * (open - begin)) / (most - begin);
  return chance * 100 < share;
};

/** Has one of so many places who has few: an office at work takes no more at a time. */
const ofWhichFew = 20;
/** A client that has had so long (ms), and whose keys we do not know yet, gives way first. */
const unheardPatience = 5_000;
/** So long somebody counts as having just come (ms). */
const briefly = 1_000;

/** A connection that has not logged in. */
interface Unfinished {
  network: string;
  block: string;
  since: number;
  hasSpoken(): boolean;
  end(): void;
}

type Origin = 'network' | 'block';

const sizesBy = (by: Origin, all: Unfinished[]): Map<string, number> => {
  const sizes = new Map<string, number>();
  for (const { [by]: origin } of all) sizes.set(origin, (sizes.get(origin) ?? 0) + 1);
  return sizes;
};

/** Those of who has the most; all of them, where nobody has more than few. */
const ofMost = (by: Origin, all: Unfinished[], few: number): Unfinished[] => {
  const sizes = sizesBy(by, all);
  const most = Math.max(...sizes.values());
  return most > few ? all.filter((one) => sizes.get(one[by]) === most) : all;
};

/**
 * Counts the connections that have not logged in yet: a flood of them is shed, and honest ones still come through. They
 * are counted by network, and in it by block. Who has the most gives way to others: new ones of his are turned away,
 * and the place of an old one goes to who has fewer. Where all have few, it is the new one that gets a place: the old
 * ones have had their seconds.
 */
export class Startups {
  /** In the order in which they came. */
  private readonly open = new Set<Unfinished>();
  private readonly few: number;

  constructor(
    private readonly limits: StartupLimits,
    private readonly chance: () => number = Math.random,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.few = Math.floor(limits.most / ofWhichFew);
  }

  /**
   * Takes in a connection; answers what is to be called at its login or end, or undefined when it is turned away. `end`
   * ends it: it gives its place to another. `hasSpoken`: whether keys have been exchanged with its client.
   */
  admit(address: string, end: () => void, hasSpoken = (): boolean => false): (() => void) | undefined {
    const [network, block] = [addressNetwork(address), addressBlock(address)];
    const all = [...this.open];
    const beside = all.filter((one) => one.network === network);
    const own = beside.filter((one) => one.block === block).length;
    if (own >= this.limits.perAddress) return undefined;
    const hasMost = this.isMost(beside.length, 'network', all) && this.isMost(own, 'block', beside);
    if (hasMost && isShed(all.length, this.limits, this.chance())) return undefined;
    if (all.length >= this.limits.most) this.endOne(all);
    const member = { network, block, since: this.now(), hasSpoken, end };
    this.open.add(member);
    return () => void this.open.delete(member);
  }

  /** Whether nobody would have more than who has so many, which are more than few, with one more. */
  private isMost(own: number, by: Origin, all: Unfinished[]): boolean {
    return own >= this.few && own + 1 >= Math.max(...sizesBy(by, all).values());
  }

  /** Who has the most; where all have few, who waits longest: those of one network count for each other. */
  private endOne(all: Unfinished[]): void {
    const crowd = ofMost('network', all, this.few);
    const by = crowd === all ? 'network' : 'block';
    const now = this.now();
    const candidates = this.leastPromising(ofMost(by, crowd, this.few));
    const before = candidates.filter(({ since }) => now - since > briefly);
    // Who has just come ends only where all have.
    const some = before.length > 0 ? before : candidates;
    const sizes = sizesBy(by, some);
    const waited = some.map((one) => (now - one.since) * (sizes.get(one[by]) ?? 0));
    const one = some[waited.indexOf(Math.max(...waited))];
    this.open.delete(one);
    one.end();
  }

  /**
   * Who has said nothing of use for some seconds is hardly a client. Where there are none of these, those who have
   * exchanged keys, and may compare a fingerprint or touch a key, have half of the places, and who has just come has
   * the others: neither flood drives out the others.
   */
  private leastPromising(all: Unfinished[]): Unfinished[] {
    const silent = all.filter((one) => !one.hasSpoken());
    const before = this.now() - unheardPatience;
    const unheard = silent.filter(({ since }) => since <= before);
    if (unheard.length > 0) return unheard;
    return silent.length * 2 > all.length ? silent : all.filter((one) => one.hasSpoken());
  }
}
