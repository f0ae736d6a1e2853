/**
 * Rounds of work that one does for all who ask for them, one at a time. Who asks while one goes on shares the next with
 * all others who do: it begins after he has asked, so that it sees what he has done.
 */
export class SharedRounds<T> {
  private going: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  /** `round` must not fail. It gets what the first of those who share it asked with. */
  constructor(private readonly round: (asked: T) => Promise<void>) {}

  /** Resolves at the end of a round that begins now or later. */
  ask(asked: T): Promise<void> {
    this.next ??= this.going.then(() => {
      this.next = undefined;
      return (this.going = this.round(asked));
    });
    return this.next;
  }
}
