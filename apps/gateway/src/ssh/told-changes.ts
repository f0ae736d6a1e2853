import type { KeyHolders } from './key-holders.js';

/** What nobody could judge is judged again after so long (ms). */
export const judgedAgain = 1_000;

/** What was told to have changed; no tags: anything may have. */
export interface ToldChange {
  tags: readonly string[] | undefined;
  /** Made since then. */
  holders: KeyHolders;
}

/**
 * Judges anew by what is told, once at a time. All that is told meanwhile is one more change: whoever changes something
 * again and again leaves no more questions behind than can be asked.
 */
export class ToldChanges {
  private next: { tags: Set<string> | undefined; holders: KeyHolders } | undefined;
  private judging = false;

  constructor(private readonly judge: (change: ToldChange) => Promise<void>) {}

  tell({ tags, holders }: ToldChange): void {
    const before = this.next ? this.next.tags : new Set<string>();
    for (const tag of tags ?? []) before?.add(tag);
    this.next = { tags: tags && before, holders };
    if (!this.judging) void this.run();
  }

  private async run(): Promise<void> {
    this.judging = true;
    try {
      for (let change = this.next; change; change = this.next) {
        this.next = undefined;
        await this.judge({ tags: change.tags && [...change.tags], holders: change.holders });
      }
    } finally {
      this.judging = false;
    }
  }
}
