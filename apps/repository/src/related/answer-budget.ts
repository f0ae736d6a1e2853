/**
 * How much of an answer fits into one message of the broker (8 MiB), with room for the rest of the message.
 * The gateway cuts what it answers at less; this is for what it would never get to see.
 */
const mostBytes = 6 * 1024 * 1024;

/** Counts views into one answer. */
export class AnswerBudget {
  private left = mostBytes;

  /** Whether the next view still fits; the first one always does. */
  takes(view: unknown): boolean {
    const first = this.left === mostBytes;
    this.left -= Buffer.byteLength(JSON.stringify(view));
    return first || this.left >= 0;
  }

  /** Nothing more fits. */
  get isSpent(): boolean {
    return this.left < 0;
  }

  /** The views that fit, in order up to the first that does not. */
  fitting<T>(views: T[]): T[] {
    const end = views.findIndex((view) => !this.takes(view));
    return end < 0 ? views : views.slice(0, end);
  }
}
