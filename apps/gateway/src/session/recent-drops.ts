/** Which tags were dropped since the oldest question that is still open was asked, and in which epoch at last. */
export class RecentDrops {
  /** In order of their epochs. */
  private readonly tags = new Map<string, number>();
  private all = 0;

  note(tags: readonly string[], epoch: number): void {
    for (const tag of tags) {
      this.tags.delete(tag);
      this.tags.set(tag, epoch);
    }
  }

  /** Everything was dropped. */
  noteAll(epoch: number): void {
    this.all = epoch;
    this.tags.clear();
  }

  /** Whether one of the tags was dropped after that epoch. */
  since(epoch: number, tags: readonly string[]): boolean {
    return this.all > epoch || tags.some((tag) => (this.tags.get(tag) ?? 0) > epoch);
  }

  /** Nobody will ask about what was dropped until then. */
  forget(epoch: number): void {
    for (const [tag, dropped] of this.tags) {
      if (dropped > epoch) return;
      this.tags.delete(tag);
    }
  }
}
