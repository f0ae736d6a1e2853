/** Below so many bytes a second a transfer goes first when others wait. */
const slowRate = 1024;
/** So long is looked at it before it is called slow (ms). */
const window = 10_000;

/** Tells from the bytes that a transfer has moved so far whether it is slow at present. */
export class Pace {
  private since: number;
  private bytes = 0;
  private rate = Infinity;

  constructor(private readonly now: () => number = Date.now) {
    this.since = now();
  }

  /** `moved`: bytes since the beginning. To be asked every now and then, it looks at the time between two questions. */
  isSlow(moved: number): boolean {
    const now = this.now();
    const passed = now - this.since;
    if (passed >= window) {
      this.rate = ((moved - this.bytes) * 1000) / passed;
      this.since = now;
      this.bytes = moved;
    } else if (moved - this.bytes >= (slowRate * window) / 1000) this.rate = Infinity;
    return this.rate < slowRate;
  }
}
