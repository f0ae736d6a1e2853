import { DomainError } from '@holdfast/kernel';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { awaitedHashes, runningHashes } from './hash.metrics.js';

/** Hashes that run at once: each takes a core and 19 MiB for its time. */
const places = 2;
/** Most that wait of one party: some seconds of hashing. */
const mostOfOne = 100;
/** Most that wait of all; one more is for the group that has fewer, and in a group for the party. */
const mostOfAll = 2_000;
/** Most milliseconds that somebody waits for his turn. */
const patience = 5_000;
/** Seconds after which who was refused may come again. */
const retryAfter = 5;

/** How long somebody waits whose call ends at that time. */
export const waitUntil = (deadline: number): number => Math.min(patience, deadline - Date.now());

export interface Turn {
  /** A network or a company: these take turns, however many parties each of them has. */
  group: string;
  /** An address or an account. Those of one party follow each other; the parties of a group take turns. */
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

/** Who waits of one group, by party; the party whose turn is next comes first. None is empty. */
type Group = Map<string, Waiting[]>;

/**
 * The turns of what needs the hash of a password: few run at once, and the groups that wait take turns, so that one
 * that wants a thousand delays another by the hashes that run and one of each group before it.
 */
@Injectable()
export class HashTurns implements OnModuleInit, OnModuleDestroy {
  /** Who waits; the group whose turn is next comes first. None is empty. */
  private readonly groups = new Map<string, Group>();
  private readonly running = new Set<string>();
  private taken = 0;
  private waiting = 0;
  private watched: (() => void)[] = [];

  onModuleInit(): void {
    this.watched = [runningHashes.add(() => [[this.taken]]), awaitedHashes.add(() => [[this.waiting]])];
  }

  onModuleDestroy(): void {
    for (const end of this.watched) end();
  }

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
      const group = this.groups.get(turn.group) ?? new Map<string, Waiting[]>();
      const row = group.get(turn.party) ?? [];
      if (row.length >= mostOfOne || (this.waiting >= mostOfAll && !this.makeRoom(group, row)))
        return refuse();
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
      this.add(one);
      this.next();
    });
  }

  /**
   * Refuses the last one of those that have most, for one more of those that then have no more than they: of another
   * group, or else of another party of its own.
   */
  private makeRoom(group: Group, row: readonly Waiting[]): boolean {
    const largest = longestOf([...this.groups.values()], sizeOf);
    const fromOthers = largest !== undefined && sizeOf(largest) > sizeOf(group) + 1;
    // Of those that have as many it is the one whose turn comes last.
    const rows = [...(fromOthers ? largest : group).values()].reverse();
    const longest = longestOf(rows, ({ length }) => length);
    if (!longest || (!fromOthers && longest.length <= row.length + 1)) return false;
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

  /** The first who may run of the first group that has one; it and its party go to the end of their rows. */
  private first(): Waiting | undefined {
    for (const [name, group] of this.groups) {
      for (const [party, row] of group) {
        const one = row.find(({ alone }) => !this.running.has(alone));
        if (!one) continue;
        group.delete(party);
        group.set(party, row);
        this.groups.delete(name);
        this.groups.set(name, group);
        return one;
      }
    }
    return undefined;
  }

  private add(one: Waiting): void {
    const group = this.groups.get(one.group) ?? new Map<string, Waiting[]>();
    this.groups.set(one.group, group);
    const row = group.get(one.party) ?? [];
    group.set(one.party, row);
    row.push(one);
    this.waiting += 1;
  }

  private remove(one: Waiting): void {
    const group = this.groups.get(one.group);
    const row = group?.get(one.party) ?? [];
    row.splice(row.indexOf(one), 1);
    if (row.length === 0) group?.delete(one.party);
    if (group?.size === 0) this.groups.delete(one.group);
    this.waiting -= 1;
  }
}

/** How many wait of a group. */
const sizeOf = (group: Group): number => {
  let size = 0;
  for (const row of group.values()) size += row.length;
  return size;
};

const longestOf = <T>(all: readonly T[], lengthOf: (one: T) => number): T | undefined => {
  let longest: T | undefined;
  for (const one of all) if (!longest || lengthOf(one) > lengthOf(longest)) longest = one;
  return longest;
};
