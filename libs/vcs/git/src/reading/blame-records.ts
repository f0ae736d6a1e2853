/** Lines of a file and where they came from, as `git blame --incremental` tells of them. */
export interface RawBlame {
  /** Of the commit. */
  id: string;
  /** The first of them in the file of that commit, and in the file that is asked about; from 1. */
  original: number;
  line: number;
  count: number;
  /** In that commit; a character for each byte. */
  path: string;
}

/** More of a line is not kept (bytes): only what somebody wrote is longer. */
const longest = 32 << 10;

const head = /^([0-9a-f]{40}) (\d+) (\d+) (\d+)$/;
const fileName = 'filename ';

/** Takes the output apart, piece by piece. Beside heads and names of files there is nothing that matters. */
export class BlameRecords {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private next: Omit<RawBlame, 'path'> | undefined;

  /** `take` says whether it wants more. */
  constructor(private readonly take: (lines: RawBlame) => boolean) {}

  /** False: no more is wanted. */
  read(piece: Buffer): boolean {
    let at = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, at)) {
      this.keep(piece.subarray(at, end));
      at = end + 1;
      const line = Buffer.concat(this.kept.splice(0)).toString('latin1');
      this.keptBytes = 0;
      if (!this.line(line)) return false;
    }
    this.keep(piece.subarray(at));
    return true;
  }

  private keep(part: Buffer): void {
    const fitting = part.subarray(0, longest - this.keptBytes);
    this.kept.push(Buffer.from(fitting));
    this.keptBytes += fitting.length;
  }

  private line(text: string): boolean {
    if (this.next && text.startsWith(fileName)) {
      const lines = { ...this.next, path: unquoted(text.slice(fileName.length)) };
      this.next = undefined;
      return this.take(lines);
    }
    const found = head.exec(text);
    if (!found) return true;
    const [, id, original, line, count] = found;
    this.next = { id, original: Number(original), line: Number(line), count: Number(count) };
    return true;
  }
}

const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

/** A path that git puts into quotes where it has odd characters. */
export const unquoted = (text: string): string =>
  text.startsWith('"') && text.endsWith('"')
    ? text
        .slice(1, -1)
        .replace(/\\([0-7]{3}|[^])/g, (_, what: string) =>
          what.length === 3 ? String.fromCharCode(parseInt(what, 8)) : (letters[what] ?? what),
        )
    : text;

/** In the order of the lines, where those that follow one another and came together are one. */
export const inOrder = (found: readonly RawBlame[]): RawBlame[] => {
  const lines: RawBlame[] = [];
  for (const each of [...found].sort((one, other) => one.line - other.line)) {
    const last = lines[lines.length - 1];
    if (last && continues(last, each)) last.count += each.count;
    else lines.push({ ...each });
  }
  return lines;
};

const continues = (last: RawBlame, next: RawBlame): boolean =>
  last.id === next.id &&
  last.path === next.path &&
  last.line + last.count === next.line &&
  last.original + last.count === next.original;
