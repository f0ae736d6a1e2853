/** Lets one in after another, by their order. */
export class OneAtATime {
  private last: Promise<void> = Promise.resolve();

  /** Answers a function that lets the next one in. */
  async enter(): Promise<() => void> {
    const before = this.last;
    let leave = (): void => undefined;
    this.last = new Promise((resolve) => (leave = resolve));
    await before;
    return leave;
  }
}
