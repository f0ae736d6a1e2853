import { addressBlock } from '@holdfast/kernel';

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

/** Counts the connections that have not logged in yet: a flood of them is shed, and honest ones still come through. */
export class Startups {
  private open = 0;
  private readonly addresses = new Map<string, number>();

  constructor(
    private readonly limits: StartupLimits,
    private readonly chance: () => number = Math.random,
  ) {}

  /** Takes in a connection; answers what is to be called at its login or end, or undefined when it is turned away. */
  admit(address: string): (() => void) | undefined {
    const block = addressBlock(address);
    const own = this.addresses.get(block) ?? 0;
    if (own >= this.limits.perAddress || isShed(this.open, this.limits, this.chance())) return undefined;
    this.open += 1;
    this.addresses.set(block, own + 1);
    let isIn = true;
    return () => {
      if (isIn) this.leave(block);
      isIn = false;
    };
  }

  private leave(block: string): void {
    this.open -= 1;
    const left = (this.addresses.get(block) ?? 1) - 1;
    if (left === 0) this.addresses.delete(block);
    else this.addresses.set(block, left);
  }
}
