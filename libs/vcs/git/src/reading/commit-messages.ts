import { ownText, withoutLast } from '@holdfast/kernel';

/** Of a message, and what stands before it, no more is looked at (bytes). */
const longest = 1 << 20;

/** What makes git say of each commit of a list what `CommitMessages` takes apart. */
export const messageFormat = ['--timestamp', '--format=%B%x00'];

/** A commit of a list, and the time by which git lists it (seconds since 1970; to git none is before). */
export interface ListedCommit {
  id: string;
  at: number;
  message: string;
}

/**
 * Takes what `git rev-list --timestamp --format=%B%x00` says apart, piece by piece: a line `<time> commit <id>`, the
 * message and a NUL. Messages may have any length. `take` says whether it wants more.
 */
export class CommitMessages {
  private readonly pieces: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly take: (listed: ListedCommit) => boolean) {}

  /** False: no more is wanted. */
  read(piece: Buffer): boolean {
    for (let at = 0; at < piece.length;) {
      const end = piece.indexOf(0, at);
      this.keep(piece.subarray(at, end < 0 ? piece.length : end));
      if (end < 0) return true;
      at = end + 1;
      if (!this.ended()) return false;
    }
    return true;
  }

  private ended(): boolean {
    const text = Buffer.concat(this.pieces.splice(0)).toString('utf8');
    this.bytes = 0;
    const [all, at, id] = /^\n?(\d+) commit ([0-9a-f]{40})\n/.exec(text) ?? [];
    if (all === undefined || id === undefined) return true;
    return this.take({ id: ownText(id), at: Number(at), message: withoutLast(text.slice(all.length), '\n') });
  }

  private keep(part: Buffer): void {
    const fitting = part.subarray(0, longest - this.bytes);
    if (fitting.length > 0) this.pieces.push(Buffer.from(fitting));
    this.bytes += fitting.length;
  }
}
