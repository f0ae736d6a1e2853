/** What was told to have changed; undefined: anything may have. */
export type ChangedTags = readonly string[] | undefined;

/**
 * Judges anew by what is told, once at a time. All that is told meanwhile is one more change: whoever changes something
 * again and again leaves no more questions behind than can be asked. `with`: what was handed over last.
 */
export class ToldChanges<With = undefined> {
  private next: { tags: Set<string> | undefined; with: With } | undefined;
  private judging = false;

  constructor(private readonly judge: (tags: ChangedTags, handed: With) => Promise<void>) {}

  tell(tags: ChangedTags, handed: With): void {
    const before = this.next ? this.next.tags : new Set<string>();
    for (const tag of tags ?? []) before?.add(tag);
    this.next = { tags: tags && before, with: handed };
    if (!this.judging) void this.run();
  }

  private async run(): Promise<void> {
    this.judging = true;
    try {
      for (let change = this.next; change; change = this.next) {
        this.next = undefined;
        await this.judge(change.tags && [...change.tags], change.with);
      }
    } finally {
      this.judging = false;
    }
  }
}
