import { addressBlock } from '@holdfast/kernel';
import { Crowd } from '../http/crowd.js';

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

/**
 * Counts the connections that have not logged in yet: a flood of them is shed, and honest ones still come through. It
 * is an address that has the most that gives way, by what has waited longest there, to one that has fewer.
 */
export class Startups {
  private readonly open = new Crowd<() => void>();

  constructor(
    private readonly limits: StartupLimits,
    private readonly chance: () => number = Math.random,
  ) {}

  /**
   * Takes in a connection; answers what is to be called at its login or end, or undefined when it is turned away. `end`
   * ends it: it gives its place to another.
   */
  admit(address: string, end: () => void): (() => void) | undefined {
    const block = addressBlock(address);
    const own = this.open.of(block);
    if (own >= this.limits.perAddress) return undefined;
    const isOfMost = own + 1 >= this.open.most;
    if (isOfMost && isShed(this.open.size, this.limits, this.chance())) return undefined;
    if (this.open.size >= this.limits.most) this.open.takeOldest()?.();
    // Each is a member of its own, also where two would end the same.
    const member = (): void => end();
    this.open.add(block, member);
    return () => this.open.remove(block, member);
  }
}
