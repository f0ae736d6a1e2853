import { ConversationPace } from '@holdfast/kernel';

/**
 * A second of the processor pays for so many of the clock: programs of clients yield to all else, share the processors
 * with each other, and wait for the disk.
 */
const perSecond = 20;

/** How long the client of a program has let others wait, in sum. */
export class ProgramPace {
  private readonly pace = new ConversationPace();
  /** How many questions of it are open, since when there are any, and how long there were before (ms). */
  private readonly asked = { open: 0, since: 0, before: 0 };

  /** ms of the processors that programs before this one have had, and all of them at the last look. */
  private earlier = 0;
  private known = 0;

  /** `used`: ms of the processors that the program has had; undefined where the system does not say it. */
  constructor(private used: () => number | undefined) {}

  /** Another program goes on with the same client, whose debts stay its own. */
  goesOn(used: () => number | undefined): void {
    this.earlier = this.known;
    this.used = used;
  }

  /** `moved`: bytes so far. Undefined: the system does not say what the program works. */
  isSlow(moved: number, held: number): boolean | undefined {
    const used = this.used();
    if (used === undefined) return undefined;
    this.known = this.earlier + used;
    return this.pace.isSlow({ moved, worked: this.known * perSecond + this.waitedForUs }, held);
  }

  /** Until this has ended the program waits for us. */
  ours<T>(work: Promise<T>): Promise<T> {
    const { asked } = this;
    if (asked.open === 0) asked.since = performance.now();
    asked.open += 1;
    return work.finally(() => {
      asked.open -= 1;
      if (asked.open === 0) asked.before += performance.now() - asked.since;
    });
  }

  /** It waits for us now. */
  get isOurs(): boolean {
    return this.asked.open > 0;
  }

  /** ms */
  get waited(): number {
    return this.pace.waited;
  }

  private get waitedForUs(): number {
    const { open, since, before } = this.asked;
    return before + (open > 0 ? performance.now() - since : 0);
  }
}
