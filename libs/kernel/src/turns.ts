import { FairSlots, type Contender, type PlaceLimits } from './fair-slots.js';

/** Milliseconds between two looks at whether a slow one holds up others. */
const every = 1_000;

/** Something that runs when its turn has come. */
export interface TurnTaker extends Omit<Contender, 'begin'> {
  /** Resolves when it no longer wants its turn. Called only if it has to wait. */
  gone(): Promise<void>;
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

  /**
   * Does the work when its turn has come. `waited` tells the work that it had to wait: what was decided before may be
   * out of date. False: the work was not done, because too many wait, its patience ended, or it has gone.
   */
  async run(one: TurnTaker, work: (waited: boolean) => Promise<void>): Promise<boolean> {
    let settle: (mine: boolean) => void = () => undefined;
    const turn = new Promise<boolean>((resolve) => (settle = resolve));
    const contender: Contender = {
      parties: one.parties,
      begin: () => settle(true),
      slow: () => one.slow(),
      end: () => one.end(),
    };
    const asked = this.slots.ask(contender);
    if (asked === 'refused') return false;
    const waited = asked === 'waits';
    const timer = waited ? setTimeout(() => settle(false), this.patience) : undefined;
    try {
      if (waited) {
        void one.gone().then(() => settle(false));
        this.watch ??= setInterval(() => this.look(), every).unref();
      }
      const mine = await turn;
      clearTimeout(timer);
      if (mine) await work(waited);
      return mine;
    } finally {
      clearTimeout(timer);
      this.slots.leave(contender);
    }
  }

  /** What is not slow now may become slow, so this looks again and again while somebody waits. */
  private look(): void {
    this.slots.makeRoom();
    if (this.slots.someWait) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}
