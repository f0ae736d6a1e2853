/** Below so many bytes a second a transfer goes first when others wait. */
const slowRate = 1024;
/** So long is looked at it before it is called slow (ms). */
const window = 10_000;
/** Who was not looked at for so long is looked at anew (ms). */
const gap = 2_500;

/** Tells from the bytes that a transfer has moved so far whether it is slow at present. */
export class Pace {
  private since = 0;
  private seen = -Infinity;
  private bytes = 0;
  private slow = false;

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * To be asked every second while its client is waited for, and not while something else is: a client is not slow
   * because git is. `moved`: bytes since the beginning.
   */
  isSlow(moved: number): boolean {
    const now = this.now();
    if (now - this.seen > gap) this.lookFrom(now, moved, false);
    this.seen = now;
    const passed = now - this.since;
    if (passed >= window) this.lookFrom(now, moved, (moved - this.bytes) * 1000 < slowRate * passed);
    else if ((moved - this.bytes) * 1000 >= slowRate * window) this.slow = false;
    return this.slow;
  }

  private lookFrom(now: number, moved: number, slow: boolean): void {
    this.since = now;
    this.bytes = moved;
    this.slow = slow;
  }
}
