/** What nobody could judge is judged again after so long (ms). */
export const judgedAgain = 1_000;

/** What was told to have changed; undefined: anything may have. One set for all who are told. */
export type ToldTags = ReadonlySet<string> | undefined;

/** Whether it concerns what depends on these tags. */
export const concerns = (told: ToldTags, tags: readonly string[]): boolean =>
  !told || tags.some((tag) => told.has(tag));

/**
 * Judges anew where something was told, once at a time. All that is told meanwhile makes it be judged once more:
 * whoever changes something again and again leaves no more questions behind than can be asked.
 */
export class ToldChanges {
  private isTold = false;
  private isJudging = false;

  constructor(private readonly judge: () => Promise<void>) {}

  tell(): void {
    this.isTold = true;
    if (!this.isJudging) void this.run();
  }

  private async run(): Promise<void> {
    this.isJudging = true;
    try {
      while (this.isTold) {
        this.isTold = false;
        await this.judge();
      }
    } finally {
      this.isJudging = false;
    }
  }
}
