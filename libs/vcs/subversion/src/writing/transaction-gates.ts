import { within } from '@holdfast/kernel';
import { CommitTurns } from './commit-turns.js';

/** So many changes of one transaction wait for their turn: no client of Subversion sends two at a time. */
const mostWaiting = 8;

/** Why there is no turn: it is being committed, somebody keeps it, it came too late, or too many wait. */
export type NoTurn = 'shut' | 'kept' | 'late' | 'crowded';

/**
 * What is committed is what was looked at: while an open transaction is looked at, decided about and made a revision,
 * nobody changes it. And it has one writer at a time: of two the file system of Subversion makes a damaged revision.
 * Keys say which one.
 */
export class TransactionGates {
  private readonly turns = new CommitTurns();
  private readonly shut = new Set<string>();
  private readonly kept = new Set<string>();
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
   * A change begins as soon as all that came before it are over, at most `patience` (ms) later; one whose client is
   * `gone` waits no more. What is answered is to be called at its end.
   */
  async turn(key: string, patience: number, gone: AbortSignal): Promise<(() => void) | NoTurn> {
    if (this.kept.has(key)) return 'kept';
    const before = [...(this.changes.get(key) ?? [])];
    if (before.length > mostWaiting) return 'crowded';
    const leave = this.enter(key);
    if (!leave) return 'shut';
    if (await isTurn(before, patience, gone)) return leave;
    leave();
    return 'late';
  }

  /** From now on nobody else changes it, until what is answered is called. To be called by who is alone with it. */
  keep(key: string): () => void {
    this.kept.add(key);
    return () => void this.kept.delete(key);
  }

  isKept(key: string): boolean {
    return this.kept.has(key);
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

const isTurn = async (
  before: readonly Promise<void>[],
  patience: number,
  gone: AbortSignal,
): Promise<boolean> => {
  if (before.length === 0) return true;
  if (gone.aborted) return false;
  let leave = (): void => undefined;
  const left = new Promise<boolean>((resolve) => (leave = () => resolve(false)));
  gone.addEventListener('abort', leave, { once: true });
  try {
    const over = Promise.all(before).then(() => true);
    return await within(patience, Promise.race([over, left]), () => false);
  } finally {
    gone.removeEventListener('abort', leave);
  }
};

/** Of a transaction, by the name that the repository has for it. */
export const transactionKey = (directory: string, name: string): string =>
  JSON.stringify([directory, 'transaction', name]);

/** Of what an activity stands for. */
export const activityKey = (directory: string, name: string): string =>
  JSON.stringify([directory, 'activity', name]);
