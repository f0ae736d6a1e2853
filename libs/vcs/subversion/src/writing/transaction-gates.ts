import { within } from '@holdfast/kernel';
import { CommitTurns } from './commit-turns.js';

/**
 * What is committed is what was looked at: while an open transaction is looked at, decided about and made a revision,
 * nobody changes it. Keys say which one.
 */
export class TransactionGates {
  private readonly turns = new CommitTurns();
  private readonly shut = new Set<string>();
  private readonly changes = new Map<string, Set<Promise<void>>>();

  /** A change begins; what is answered is to be called at its end. Undefined: it may not begin now. */
  enter(key: string): (() => void) | undefined {
    if (this.shut.has(key)) return undefined;
    let end = (): void => undefined;
    const change = new Promise<void>((resolve) => (end = resolve));
    const all = this.changes.get(key) ?? new Set();
    this.changes.set(key, all.add(change));
    return () => {
      all.delete(change);
      if (all.size === 0 && this.changes.get(key) === all) this.changes.delete(key);
      end();
    };
  }

  /**
   * Does the work when the changes that have begun are over; no other begins until it is done. Undefined where they
   * take longer than `patience` (ms), or others who are alone do: the work is not done then.
   */
  async alone<T>(key: string, patience: number, work: () => Promise<T>): Promise<{ result: T } | undefined> {
    return this.turns.run(key, patience, async () => {
      this.shut.add(key);
      try {
        const over = Promise.all([...(this.changes.get(key) ?? [])]).then(() => true);
        return (await within(patience, over, () => false)) ? { result: await work() } : undefined;
      } finally {
        this.shut.delete(key);
      }
    });
  }
}

/** Of a transaction, by the name that the repository has for it. */
export const transactionKey = (directory: string, name: string): string =>
  JSON.stringify([directory, 'transaction', name]);

/** Of what an activity stands for. */
export const activityKey = (directory: string, name: string): string =>
  JSON.stringify([directory, 'activity', name]);
