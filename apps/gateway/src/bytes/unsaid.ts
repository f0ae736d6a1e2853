/** What nobody could decide for so long ends (ms). */
const longest = 60_000;

/** Since when nobody could say whether somebody may still have what he gets. */
export class Unsaid {
  private since: number | undefined;

  said(): void {
    this.since = undefined;
  }

  /** Nobody can say it now. Answers whether that has been so for too long. */
  isTooLong(): boolean {
    this.since ??= performance.now();
    return performance.now() - this.since > longest;
  }
}
