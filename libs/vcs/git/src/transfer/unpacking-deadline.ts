import type { CommandScan } from './command-scan.js';

/** Beside the time that every push has: for each object, and for each KiB of the pack (ms). */
const perObject = 5;
const perKiB = 1;
/** Less than this no object takes in a pack, whatever its head says (bytes). */
const leastObject = 9;
/** How often is asked whether what git makes of a push still has room (ms). */
const roomEvery = 1_000;

/** How long git may work on a push that is all here (ms). */
export const unpackingTime = (
  { objects = 0, packBytes }: Pick<CommandScan, 'objects' | 'packBytes'>,
  least: number,
): number => least + Math.min(objects, packBytes / leastObject) * perObject + (packBytes / 1024) * perKiB;

/**
 * Ends a push that is all here, but about which git does not come to ask: where an object is missing it looks for each
 * ref by itself which of them that concerns, and starts a process for each. And a push for which git writes more than
 * there is room for: with each change of an object it stores that object once more, however slowly the rest comes.
 */
export class UnpackingDeadline {
  /** Why the push was ended, in one line; undefined: it was not. */
  refusal: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;
  private isOver = false;

  /** `full`: why git must not write any more, if it must not. */
  constructor(
    private readonly stop: () => void,
    private readonly full?: () => Promise<string | undefined>,
  ) {}

  /** The first bytes of its objects are here: git writes from now on, whether or not more of them come. */
  watch(): void {
    const { full } = this;
    if (!full || this.isOver || this.looking) return;
    this.looking = setInterval(() => void full().then((reason) => this.refuse(reason)), roomEvery);
  }

  /** The last byte is here: git has so long (ms). */
  begin(time: number): void {
    if (this.isOver) return;
    const late = 'git took too long to check the objects of this push: push them in several parts';
    // What is longer than the system's timers have a number for does not end.
    if (time < 2 ** 31) this.timer = setTimeout(() => this.refuse(late), time);
    this.watch();
  }

  /** git has asked, or has ended. */
  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    clearInterval(this.looking);
  }

  private refuse(reason: string | undefined): void {
    if (this.isOver || reason === undefined) return;
    this.end();
    this.refusal = reason;
    this.stop();
  }
}
