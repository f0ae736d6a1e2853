/** So many requests may be sent ahead on all connections in one turn of the event loop. Each takes 3 KiB. */
const most = 5_000;
/** And so many on a connection however many there are. */
const few = 8;

/**
 * The requests that come before the one before them is answered. All that has come is taken in in one turn of the event
 * loop, in which nobody else is answered, and lies in memory until it is over: who sends ahead on thousands of
 * connections at one time is cut off.
 */
export class SentAhead {
  private inTurn = 0;

  constructor(private readonly room = most) {}

  /** Whether there is room for one more, to a connection with so many that are unanswered. */
  admits(unanswered: number): boolean {
    if (this.inTurn === 0) setImmediate(this.afterTurn);
    this.inTurn += 1;
    return this.inTurn <= this.room || unanswered <= few;
  }

  private readonly afterTurn = (): void => {
    this.inTurn = 0;
  };
}
