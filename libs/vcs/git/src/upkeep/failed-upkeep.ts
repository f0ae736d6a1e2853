/** How long upkeep is not tried again where git could not do it (ms): each push would have it tried. */
const pause = 3_600_000;

/** Where git could not do something, for what lies there: it may take more memory or time than git has. */
export class FailedUpkeep {
  /** Until when it is not tried again. */
  private readonly until = new Map<string, number>();

  isRecent(directory: string): boolean {
    return (this.until.get(directory) ?? 0) > Date.now();
  }

  ended(directory: string, isDone: boolean): void {
    if (isDone) this.until.delete(directory);
    else this.until.set(directory, Date.now() + pause);
  }

  forget(directory: string): void {
    this.until.delete(directory);
  }
}
