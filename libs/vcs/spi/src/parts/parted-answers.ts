import { randomUUID } from 'node:crypto';
import { VcsRefusal } from '../vcs-refusal.js';
import type { AnswerPart } from './answer-part.js';

/** For so long the next part is kept for whoever has taken one (ms). */
const usualLease = 20_000;

interface Untaken {
  readonly parts: readonly string[];
  next: number;
  readonly over: () => void;
  timer: NodeJS.Timeout;
}

/** Answers that an engine tells in parts. */
export class PartedAnswers {
  private readonly open = new Map<string, Untaken>();

  constructor(private readonly lease = usualLease) {}

  /**
   * The first of at least one part, and when the last has been taken: until then they are in memory. Those that nobody
   * asks for go by themselves.
   */
  begin(parts: readonly string[]): { first: AnswerPart; over: Promise<void> } {
    const [part = '[]'] = parts;
    if (parts.length <= 1) return { first: { part }, over: Promise.resolve() };
    const more = randomUUID();
    const over = new Promise<void>((resolve) => {
      this.open.set(more, { parts, next: 1, over: resolve, timer: this.expiry(more) });
    });
    return { first: { part, more }, over };
  }

  /** @throws VcsRefusal `unavailable` where it is not kept any more */
  next(more: string): AnswerPart {
    const untaken = this.open.get(more);
    if (!untaken) throw new VcsRefusal('unavailable', 'what was read is not kept any more');
    clearTimeout(untaken.timer);
    const part = untaken.parts[untaken.next];
    untaken.next += 1;
    if (untaken.next === untaken.parts.length) {
      this.end(more);
      return { part };
    }
    untaken.timer = this.expiry(more);
    return { part, more };
  }

  private end(more: string): void {
    this.open.get(more)?.over();
    this.open.delete(more);
  }

  private expiry(more: string): NodeJS.Timeout {
    return setTimeout(() => this.end(more), this.lease).unref();
  }
}
