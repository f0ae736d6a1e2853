import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';

const window = 5 * 60_000;

/** What an address has spent since the first time; it is forgotten together. */
interface Spent {
  since: number;
  times: number;
}

/**
 * What each client address (its block) may do so many times in the five minutes from the first one. Each process counts
 * for itself: with several replicas of the service the limit is reached later, at most by their number.
 */
export class AddressBudget {
  private readonly spent = new LRUCache<string, Spent>(entriesUpTo(50_000));

  constructor(private readonly most: number) {}

  /** Milliseconds since the epoch at which the address may go on; 0 while it may. */
  until(address: string, now: number): number {
    const { since, times } = this.of(address, now);
    return times >= this.most ? since + window : 0;
  }

  spend(address: string, now: number): void {
    const { since, times } = this.of(address, now);
    this.spent.set(address, { since, times: times + 1 });
  }

  forget(address: string): void {
    this.spent.delete(address);
  }

  private of(address: string, now: number): Spent {
    const spent = this.spent.get(address);
    return spent && spent.since > now - window ? spent : { since: now, times: 0 };
  }
}
