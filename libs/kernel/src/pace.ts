/** Bytes a second. A transfer below this rate is slow: it is ended first when others wait. */
export const slowRate = 1024;
/** Milliseconds. A transfer is measured for so long before it is called slow. */
const window = 10_000;
/** Milliseconds. If nobody has asked for so long, the measurement begins anew. */
const gap = 2_500;

/** Says whether a transfer is slow at present, by the number of bytes that it has moved. */
export class Pace {
  private since = 0;
  private seen = -Infinity;
  private bytes = 0;
  private slow = false;

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Ask it every second while we wait for the client, and only then: while we wait for git, the client is not slow.
   * `moved`: bytes since the transfer began. `rate`: bytes a second below which it is slow.
   */
  isSlow(moved: number, rate = slowRate): boolean {
    const now = this.now();
    if (now - this.seen > gap) this.lookFrom(now, moved, false);
    this.seen = now;
    const passed = now - this.since;
    if (passed >= window) this.lookFrom(now, moved, (moved - this.bytes) * 1000 < rate * passed);
    else if ((moved - this.bytes) * 1000 >= rate * window) this.slow = false;
    return this.slow;
  }

  private lookFrom(now: number, moved: number, slow: boolean): void {
    this.since = now;
    this.bytes = moved;
    this.slow = slow;
  }
}
