import type { RefUpdate } from '@holdfast/vcs-spi';
import { noText, refUpdate } from '../refs/ref-name.js';

const none = '0'.repeat(40);
const lineEnd = 0x0a;
/** Where a line has its name (bytes). */
const nameAt = 82;

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

  /** Those whose names are no UTF-8, or have what such names show: with the keys of their names. */
  *unread(): Generator<{ update: RefUpdate; key: string }> {
    for (const [start, end, lines] of this.lineEnds()) {
      const update = updateOf(lines.toString('utf8', start, end));
      if (update.ref.includes(noText)) yield { update, key: lines.toString('latin1', start + nameAt, end) };
    }
  }

  /** Their memory is somebody else's from now on: who still goes through them gets an error. */
  close(): void {
    this.lines = undefined;
  }

  private *told(): Generator<RefUpdate> {
    for (const [start, end, lines] of this.lineEnds()) yield updateOf(lines.toString('utf8', start, end));
  }

  private *lineEnds(): Generator<[start: number, end: number, lines: Buffer]> {
    for (let start = 0; ;) {
      if (!this.lines) throw new Error('the push has been decided about');
      const end = this.lines.indexOf(lineEnd, start);
      if (end < 0) return;
      yield [start, end, this.lines];
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
  return refUpdate(line.slice(0, 40), line.slice(41, 81), line.slice(nameAt));
};
