import { VcsRefusal, type FileChange } from '@holdfast/vcs-spi';
import { textOf } from './tree-records.js';

/** No path is longer; what is has been made to do harm (bytes). */
const longest = 64 << 10;

/** A change as `git diff-tree --raw -z` tells it: without what changed inside of the file. */
export type RawChange = Pick<FileChange, 'path' | 'oldPath' | 'status' | 'mode' | 'oldMode'>;

const statuses: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
};

/** A file that became something else is told in two patches: of what went, and of what came. */
export const blocksOf = ({ status }: RawChange): number => (status === 'type_changed' ? 2 : 1);

/** Takes the output apart, piece by piece. */
export class ChangeRecords {
  private rest: Buffer = Buffer.alloc(0);
  private words: string[] = [];

  /** `take` says whether it wants more. */
  constructor(private readonly take: (change: RawChange) => boolean) {}

  /** False: no more is wanted. @throws VcsRefusal where a path is longer than any */
  read(piece: Buffer): boolean {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let at = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, at)) {
      this.words.push(bytes.toString('latin1', at, end));
      at = end + 1;
      const change = this.whole();
      if (change && !this.take(change)) return false;
    }
    this.rest = Buffer.from(bytes.subarray(at));
    if (this.rest.length > longest) throw new VcsRefusal('too_large', 'a path that nobody can read');
    return true;
  }

  /** `:100644 100644 <id> <id> M`, a path, and another of what was renamed or copied. */
  private whole(): RawChange | undefined {
    const [what, first, second] = this.words;
    const [oldMode, mode, , , letter = ''] = what.slice(1).split(' ');
    const status = statuses[letter.charAt(0)] ?? 'modified';
    const moved = status === 'renamed' || status === 'copied';
    if (this.words.length < (moved ? 3 : 2)) return undefined;
    this.words = [];
    const path = textOf(moved ? second : first);
    return { path, ...(moved ? { oldPath: textOf(first) } : {}), status, mode, oldMode };
  }
}
