/** How fast bytes have come lately. Time is that of whoever notes them (ms): it may stand still. */
export class PaceWindow {
  private readonly noted: { at: number; bytes: number }[] = [];

  /** `span`: so far back is looked (ms). */
  constructor(private readonly span: number) {}

  /** So many have come by then. */
  note(at: number, bytes: number): void {
    this.noted.push({ at, bytes });
    while (this.noted.length > 2 && this.noted[1].at <= at - this.span) this.noted.shift();
  }

  /** Whether it was slower than so many bytes a second, over the whole span; false until that has passed. */
  isBelow(rate: number): boolean {
    const [first, last] = [this.noted.at(0), this.noted.at(-1)];
    if (!first || !last || last.at - first.at < this.span) return false;
    return (last.bytes - first.bytes) * 1000 < rate * (last.at - first.at);
  }
}
