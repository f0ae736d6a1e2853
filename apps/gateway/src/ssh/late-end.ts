/** Ends something that has not come to where it should be in time. */
export class LateEnd {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly end: () => void,
    milliseconds: number,
  ) {
    this.timer = setTimeout(end, milliseconds);
  }

  /** It has so long from now on, unless it is not to be ended any more. */
  putOff(milliseconds: number): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.end, milliseconds);
  }

  /** It has come there, or is over. */
  never(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
