import type { RefUpdate } from '@holdfast/vcs-spi';
import { refUpdate } from '../refs/ref-name.js';

const none = '0'.repeat(40);
const lineEnd = 0x0a;

/**
 * The updates of a push, made out of the lines of git's hook each time that somebody goes through them: 50,000 of them
 * are 5 MB as lines and five times as much as objects.
 */
export class PushedUpdates implements Iterable<RefUpdate> {
  /** How many. */
  readonly size: number;
  private readonly untold: ReadonlySet<string>;

  /**
   * `reserved`: refs that the client named and nobody may write. git does not tell its hook about those that are
   * hidden. What they were to become does not matter.
   */
  constructor(
    private lines: Buffer | undefined,
    reserved: readonly string[],
  ) {
    const untold = new Set(reserved);
    let told = 0;
    for (const { ref } of this.told()) {
      told += 1;
      if (untold.size > 0) untold.delete(ref);
    }
    this.untold = untold;
    this.size = told + untold.size;
  }

  *[Symbol.iterator](): Generator<RefUpdate> {
    yield* this.told();
    for (const ref of this.untold) yield refUpdate(none, none, ref);
  }

  /** Their memory is somebody else's from now on: who still goes through them gets an error. */
  close(): void {
    this.lines = undefined;
  }

  private *told(): Generator<RefUpdate> {
    for (let start = 0; ;) {
      if (!this.lines) throw new Error('the push has been decided about');
      const end = this.lines.indexOf(lineEnd, start);
      if (end < 0) return;
      yield updateOf(this.lines.toString('utf8', start, end));
      start = end + 1;
    }
  }
}

/** What references are to name. */
export function* newIds(updates: PushedUpdates): Generator<string> {
  for (const { new: next } of updates) if (next !== undefined) yield next;
}

/** What references are to name that name something else. */
export function* changedIds(updates: PushedUpdates): Generator<string> {
  for (const { old, new: next } of updates) if (next !== undefined && next !== old) yield next;
}

/** The first 82 characters are ids and blanks; the rest is the name, whatever it holds. */
const updateOf = (line: string): RefUpdate => {
  return refUpdate(line.slice(0, 40), line.slice(41, 81), line.slice(82));
};
