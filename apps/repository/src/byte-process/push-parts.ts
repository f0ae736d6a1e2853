import type { PushDecision, RefRefusal, RefUpdate, WholePush } from '@holdfast/vcs-spi';
import { inParts } from './in-parts.js';
import type { PushQuestion } from './messages.js';

/** What crosses in parts of pushes that are being decided, at the end of the main process. */
export class PushParts {
  /** The updates that have come, by the id of the push. */
  private readonly updates = new Map<string, RefUpdate[]>();
  /** Pushes about which somebody is asked, and of which nobody has told the end. */
  private readonly asked = new Set<string>();
  /** The reasons that have not been asked for yet, by the id of the push. */
  private readonly reasons = new Map<string, Iterator<RefRefusal[], void>>();

  /** Takes updates before the last. */
  add(push: string, updates: readonly RefUpdate[]): void {
    const known = this.updates.get(push);
    if (known) for (const update of updates) known.push(update);
    else this.updates.set(push, [...updates]);
  }

  /** The whole question, once its last updates have come. */
  whole(question: PushQuestion): Omit<WholePush, 'forced'> {
    this.add(question.id, question.updates);
    const updates = this.updates.get(question.id) ?? [];
    this.updates.delete(question.id);
    this.asked.add(question.id);
    return { ...question, updates };
  }

  /** Whether an answer is that to somebody. */
  isAsked(push: string): boolean {
    return this.asked.has(push);
  }

  /**
   * A decision with its first reasons; the others can be had from `next` until the push is over. Of one that is over
   * already nothing is kept.
   */
  begin(push: string, decision: PushDecision): PushDecision {
    if (decision.accepted) return decision;
    if (!this.isAsked(push)) return { accepted: false, reasons: [] };
    this.reasons.set(push, inParts(decision.reasons));
    return { accepted: false, reasons: this.next(push) };
  }

  /** The next reasons; none: that was all. */
  next(push: string): RefRefusal[] {
    return this.reasons.get(push)?.next().value ?? [];
  }

  /** The push is over. */
  end(push: string): void {
    this.updates.delete(push);
    this.asked.delete(push);
    this.reasons.delete(push);
  }

  /** All are over. */
  clear(): void {
    this.updates.clear();
    this.asked.clear();
    this.reasons.clear();
  }
}
