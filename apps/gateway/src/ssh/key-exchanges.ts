/** Exchanges of one connection that may follow each other at once, and how often one more may be (ms). */
const atOnce = 4;
const every = 60_000;

/**
 * How often a client may exchange keys: each costs us a signature and a curve. Stock clients do it once for each GiB.
 */
export class KeyExchanges {
  private left = atOnce;
  private since: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
  }

  /** Whether one more may have been. Before the login there is one, that with which the connection begins. */
  mayBe(isLoggedIn: boolean): boolean {
    const earned = Math.floor((this.now() - this.since) / every);
    this.left = Math.min(atOnce, this.left + earned);
    this.since += earned * every;
    this.left -= 1;
    return isLoggedIn ? this.left >= 0 : this.left === atOnce - 1;
  }
}
