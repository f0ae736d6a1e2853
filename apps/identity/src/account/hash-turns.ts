import { DomainError } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

/** Hashes that run at once: each takes a core and 19 MiB for its time. */
const places = 2;
/** Most that wait of one party: some seconds of hashing. */
const mostOfOne = 100;
/** Most that wait of all; one more is for the party with the fewest. */
const mostOfAll = 2_000;
/** Most milliseconds that somebody waits for his turn. */
const patience = 5_000;
/** Seconds after which who was refused may come again. */
const retryAfter = 5;

/** How long somebody waits whose call ends at that time. */
export const waitUntil = (deadline: number): number => Math.min(patience, deadline - Date.now());

export interface Turn {
  /** Those of one party follow each other; parties take turns. */
  party: string;
  /** Of those with the same text one runs at a time. */
  alone: string;
  /** Milliseconds that he waits until he is refused. */
  wait: number;
}

interface Waiting extends Turn {
  begin: () => void;
  refuse: () => void;
}

/**
 * The turns of what needs the hash of a password: few run at once, and the parties that wait take turns, so that one
 * that wants a thousand delays another by the hashes that run and one of each party before it.
 */
@Injectable()
export class HashTurns {
  /** Who waits, by party; the party whose turn is next comes first. */
  private readonly parties = new Map<string, Waiting[]>();
  private readonly running = new Set<string>();
  private taken = 0;
  private waiting = 0;

  /**
   * Runs the work in its turn.
   * @throws DomainError `too_many_requests` without running it
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await this.begin(turn);
    try {
      return await work();
    } finally {
      this.running.delete(turn.alone);
      this.taken -= 1;
      this.next();
    }
  }

  private begin(turn: Turn): Promise<void> {
    return new Promise((begin, fail) => {
      const refuse = (): void => fail(new DomainError('too_many_requests', { retryAfter }));
      const row = this.parties.get(turn.party) ?? [];
      if (row.length >= mostOfOne || (this.waiting >= mostOfAll && !this.makeRoom(row))) return refuse();
      const leave = (): void => {
        clearTimeout(timer);
        this.remove(one);
      };
      const timer = setTimeout(() => one.refuse(), turn.wait).unref();
      const one: Waiting = {
        ...turn,
        begin: () => (leave(), begin()),
        refuse: () => (leave(), refuse()),
      };
      this.parties.set(turn.party, row);
      row.push(one);
      this.waiting += 1;
      this.next();
    });
  }

  /** Refuses the last one of the longest row, for one more in a row that stays shorter. */
  private makeRoom(row: readonly Waiting[]): boolean {
    let longest: Waiting[] = [];
    for (const each of this.parties.values()) if (each.length > longest.length) longest = each;
    if (longest.length <= row.length + 1) return false;
    longest.at(-1)?.refuse();
    return true;
  }

  private next(): void {
    while (this.taken < places) {
      const one = this.first();
      if (!one) return;
      this.taken += 1;
      this.running.add(one.alone);
      one.begin();
    }
  }

  /** The first who may run of the first party that has one; the party goes to the end of the row. */
  private first(): Waiting | undefined {
    for (const [party, row] of this.parties) {
      const one = row.find(({ alone }) => !this.running.has(alone));
      if (!one) continue;
      this.parties.delete(party);
      this.parties.set(party, row);
      return one;
    }
    return undefined;
  }

  private remove(one: Waiting): void {
    const row = this.parties.get(one.party) ?? [];
    row.splice(row.indexOf(one), 1);
    if (row.length === 0) this.parties.delete(one.party);
    this.waiting -= 1;
  }
}
