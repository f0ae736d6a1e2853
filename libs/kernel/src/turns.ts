import { FairSlots, type Contender, type TurnLoad } from './fair-slots.js';
import type { PlaceLimits } from './places.js';

/** Milliseconds between two looks at whether a slow one holds up others. */
const every = 1_000;

/** Something that runs when its turn has come. */
export interface TurnTaker extends Omit<Contender, 'begin' | 'refuse'> {
  /** Milliseconds since the epoch after which nobody waits for it. Absent: it waits as long as its turns let it. */
  readonly deadline?: number;
  /** While it waits it makes no room for one of somebody who has fewer: it was promised to be done. */
  readonly keepsPlace?: boolean;
  /** Resolves when it no longer wants its turn. Called only if it has to wait. */
  gone?(): Promise<void>;
}

/** Lets so many run at the same time. Others wait for their turn; a slow one is ended for them. */
export class Turns {
  private readonly slots: FairSlots<Contender>;
  private watch: NodeJS.Timeout | undefined;

  /** `patience`: the most milliseconds that one waits for its turn. */
  constructor(
    slots: PlaceLimits,
    queue: PlaceLimits,
    private readonly patience: number,
  ) {
    this.slots = new FairSlots(slots, queue);
  }

  /** How many run, and how many wait. */
  get load(): TurnLoad {
    return this.slots.load;
  }

  /**
   * Does the work when its turn has come, and answers its result. `waited` tells the work that it had to wait: what was
   * decided before may be out of date. Where the work is not done, because too many wait, its time is over, its place
   * was needed for one of somebody who has fewer, or it has gone, the answer is that of `refused`, which may throw.
   */
  async run<T>(one: TurnTaker, work: (waited: boolean) => Promise<T>, refused: () => T): Promise<T> {
    const left =
      one.deadline === undefined ? this.patience : Math.min(this.patience, one.deadline - Date.now());
    if (left <= 0) return refused();
    let settle: (mine: boolean) => void = () => undefined;
    const contender: Contender = {
      parties: one.parties,
      ...(one.places === undefined ? {} : { places: one.places }),
      get rate() {
        return one.rate;
      },
      begin: () => settle(true),
      ...(one.keepsPlace ? {} : { refuse: () => settle(false) }),
      slow: (held) => one.slow?.(held) ?? false,
      end: () => one.end?.(),
    };
    const asked = this.slots.ask(contender);
    if (asked === 'refused') return refused();
    const waited = asked === 'waits';
    try {
      if (waited && !(await this.turnOf(one, left, (settled) => (settle = settled)))) return refused();
      return await work(waited);
    } finally {
      this.slots.leave(contender);
    }
  }

  /** Whether its turn comes in so many milliseconds; `told` takes what is to be called when that is known. */
  private turnOf(
    one: TurnTaker,
    left: number,
    told: (settle: (mine: boolean) => void) => void,
  ): Promise<boolean> {
    this.watch ??= setInterval(() => this.look(), every).unref();
    return new Promise((resolve) => {
      const settle = (mine: boolean): void => {
        clearTimeout(timer);
        resolve(mine);
      };
      const timer = setTimeout(() => settle(false), left).unref();
      told(settle);
      void one.gone?.().then(() => settle(false));
    });
  }

  /** What is not slow now may become slow, so this looks again and again while somebody waits. */
  private look(): void {
    this.slots.makeRoom();
    if (this.slots.someWait) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}
