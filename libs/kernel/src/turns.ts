import { FairSlots, type Contender, type PlaceLimits } from './fair-slots.js';

/** How often it is looked whether a slow one holds up others (ms). */
const every = 1_000;

/** Who does something in its turn. */
export interface TurnTaker extends Omit<Contender, 'begin'> {
  /** Resolves when it does not want its turn any longer; asked for only where it has to wait. */
  gone(): Promise<void>;
}

/** What of a kind goes on at a time: who finds no slot waits for its turn, and a slow one makes room for it. */
export class Turns {
  private readonly slots: FairSlots<Contender>;
  private watch: NodeJS.Timeout | undefined;

  /** `patience`: milliseconds that one waits for its turn at most. */
  constructor(
    slots: PlaceLimits,
    queue: PlaceLimits,
    private readonly patience: number,
  ) {
    this.slots = new FairSlots(slots, queue);
  }

  /**
   * Carries the work out in its turn; `waited`: it had to wait, so that what was decided before may be old. Answers
   * false where no turn came: too many wait, none came in time, or it went away meanwhile.
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

  /** Who is not slow yet may become it: looks from time to time while somebody waits. */
  private look(): void {
    this.slots.makeRoom();
    if (this.slots.someWait) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}
