import { addressBlock } from '@holdfast/kernel';

interface Measure {
  perSecond: number;
  /** After a rest. */
  atOnce: number;
}

/** So many wishes of all callers together are granted, and of those at one address: a push of git is four requests. */
const ofAll: Measure = { perSecond: 5, atOnce: 10 };
const ofOne: Measure = { perSecond: 1, atOnce: 5 };
/** Of so many addresses it is known what they had. Who is forgotten begins anew. */
const mostKnown = 1_000;

/** What is left to some. */
class Allowance {
  private left: number;

  constructor(
    private readonly measure: Measure,
    private at: number,
  ) {
    this.left = measure.atOnce;
  }

  hasOne(now: number): boolean {
    const { perSecond, atOnce } = this.measure;
    this.left = Math.min(atOnce, this.left + ((now - this.at) * perSecond) / 1_000);
    this.at = now;
    return this.left >= 1;
  }

  spend(): void {
    this.left -= 1;
  }
}

/** Callers who want their traces to be recorded: few of all are, so that nobody takes what is there for the others. */
export class Wishes {
  private readonly all: Allowance;
  private readonly known = new Map<string, Allowance>();

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number) {
    this.all = new Allowance(ofAll, now());
  }

  /** Whether one more of this address is granted. */
  grants(address: string): boolean {
    const now = this.now();
    const block = addressBlock(address);
    const own = this.known.get(block) ?? new Allowance(ofOne, now);
    this.known.delete(block);
    this.known.set(block, own);
    for (const [oldest] of this.known) {
      if (this.known.size <= mostKnown) break;
      this.known.delete(oldest);
    }
    if (!own.hasOne(now) || !this.all.hasOne(now)) return false;
    own.spend();
    this.all.spend();
    return true;
  }
}
