/**
 * Exchanges of one connection that may follow each other at once. One more may be after so long (ms), and one after so
 * much has been carried (bytes), which costs us more than an exchange.
 */
const atOnce = 4;
const every = { time: 60_000, bytes: 128 << 20 };

/**
 * How often a client may exchange keys: each costs us a signature and a curve. Stock clients do it once for each GiB,
 * some for each half of one.
 */
export class KeyExchanges {
  private left = atOnce;
  private since: number;
  private counted = 0;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
  }

  /**
   * Whether one more may have been. Before the login there is one, that with which the connection begins. `carried`:
   * all bytes that the connection has had, both ways.
   */
  mayBe(isLoggedIn: boolean, carried: number): boolean {
    const byTime = Math.floor((this.now() - this.since) / every.time);
    const byBytes = Math.floor((carried - this.counted) / every.bytes);
    this.left = Math.min(atOnce, this.left + byTime + byBytes) - 1;
    this.since += byTime * every.time;
    this.counted += byBytes * every.bytes;
    return isLoggedIn ? this.left >= 0 : this.left === atOnce - 1;
  }
}
