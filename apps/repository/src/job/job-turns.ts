import { fairPlaces, Places } from '@holdfast/kernel';
import type { JobTraits } from './job-kinds.js';

/** What turns depend on. */
export interface JobTurn {
  company: string;
  /** Uuid of the account. */
  askedBy?: string | null;
  kind: string;
  lowest: boolean;
}

/** A company that has jobs waiting: none but those of the lowest rank, or others too. */
export interface WaitingCompany {
  company: string;
  lowest: boolean;
}

/**
 * Whose job is the next one. A company has at most `most` of the places, of itself three quarters. The next is of the
 * company with the fewest, and of several of the one that was served least recently; in a company it is of
 * whoever was served least recently. Of the lowest rank one runs at a time, and only where nothing else waits.
 */
export class JobTurns {
  private readonly running = new Set<JobTurn>();
  private readonly places: Places;
  /** The number of the last start of each company. */
  private readonly served = new Map<string, number>();
  private starts = 0;
  /** Of each company who was served, the longest ago first. */
  private readonly askers = new Map<string, Set<string>>();

  constructor(total: number, most = fairPlaces(total).each[0]) {
    this.places = new Places({ total, each: [most] });
  }

  /** The kinds of which one more may run. */
  open(kinds: readonly JobTraits[]): string[] {
    const count = (name: string): number => [...this.running].filter(({ kind }) => kind === name).length;
    return kinds.filter(({ name, atOnce = Infinity }) => count(name) < atOnce).map(({ name }) => name);
  }

  /** Undefined: none of them has a turn now. */
  next(waiting: readonly WaitingCompany[]): WaitingCompany | undefined {
    const hasLowest = [...this.running].some(({ lowest }) => lowest);
    const free = waiting.filter(
      ({ company, lowest }) =>
        this.places.fullAt({ parties: [company] }, 1) === undefined && !(lowest && hasLowest),
    );
    const [first] = free.sort(
      (one, other) =>
        Number(one.lowest) - Number(other.lowest) ||
        this.places.of(0, one.company) - this.places.of(0, other.company) ||
        (this.served.get(one.company) ?? 0) - (this.served.get(other.company) ?? 0),
    );
    return first;
  }

  /** Whether one of them, of which none has a turn now, would have one if this one ended. */
  isInTheWay({ company }: JobTurn, waiting: readonly WaitingCompany[]): boolean {
    if (this.next(waiting)) return false;
    const parties = [company];
    this.places.change({ parties }, -1);
    const next = this.next(waiting);
    this.places.change({ parties }, 1);
    return next !== undefined;
  }

  begin(turn: JobTurn): void {
    this.running.add(turn);
    this.places.change({ parties: [turn.company] }, 1);
    this.served.delete(turn.company);
    this.served.set(turn.company, (this.starts += 1));
    this.note(turn);
    // Who was served longest ago goes first anyway, as does who never was.
    for (const [oldest] of this.served) {
      if (this.served.size <= mostRemembered) return;
      this.served.delete(oldest);
      this.askers.delete(oldest);
    }
  }

  /** The accounts of a company that were served, the longest ago first. */
  servedOf(company: string): string[] {
    return [...(this.askers.get(company) ?? [])];
  }

  private note({ company, askedBy }: JobTurn): void {
    if (!askedBy) return;
    const known = this.askers.get(company) ?? new Set();
    this.askers.set(company, known);
    known.delete(askedBy);
    known.add(askedBy);
    const [oldest] = known;
    if (known.size > mostAskers) known.delete(oldest);
  }

  end(turn: JobTurn): void {
    if (this.running.delete(turn)) this.places.change({ parties: [turn.company] }, -1);
  }
}

/** Companies, and accounts of one. */
const mostRemembered = 10_000;
const mostAskers = 1_000;
