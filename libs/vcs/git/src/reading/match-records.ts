import type { FoundText } from '@holdfast/vcs-spi';
import { textOf } from './tree-records.js';

/** Of a line, so many bytes are told, of which so many stand before the first place that was found. */
const mostText = 1_000;
const mostBefore = 200;
/** No path is longer; what is has been made to do harm (bytes). */
const longest = 64 << 10;

/**
 * Takes what `git grep -z --line-number --column` says apart, piece by piece: path, line and column, each with a NUL
 * behind it, and the text. Texts may have any length: no more is kept than is told.
 */
export class MatchRecords {
  private readonly fields: string[] = [];
  private field: Buffer[] = [];
  private fieldBytes = 0;
  /** Of the text: bytes that came, and how many of them were passed over. */
  private seen = 0;
  private before = 0;

  /** `prefix`: bytes before each path that are not part of it. `take` says whether it wants more. */
  constructor(
    private readonly prefix: number,
    private readonly take: (match: FoundText) => boolean,
  ) {}

  /** False: no more is wanted. */
  read(piece: Buffer): boolean {
    for (let at = 0; at < piece.length;) {
      const inText = this.fields.length === 3;
      const end = piece.indexOf(inText ? 0x0a : 0, at);
      const part = piece.subarray(at, end < 0 ? piece.length : end);
      if (inText) this.text(part);
      else this.keep(part, longest);
      if (end < 0) return true;
      at = end + 1;
      if (inText) {
        if (!this.take(this.match())) return false;
      } else this.ended();
    }
    return true;
  }

  /** A field is complete. */
  private ended(): void {
    this.fields.push(Buffer.concat(this.field.splice(0)).toString('latin1'));
    this.fieldBytes = 0;
    if (this.fields.length < 3) return;
    this.seen = 0;
    this.before = Math.max(0, Number(this.fields[2]) - 1 - mostBefore);
  }

  private text(part: Buffer): void {
    this.keep(part.subarray(Math.max(0, this.before - this.seen)), mostText);
    this.seen += part.length;
  }

  private keep(part: Buffer, most: number): void {
    const fitting = part.subarray(0, most - this.fieldBytes);
    if (fitting.length > 0) this.field.push(Buffer.from(fitting));
    this.fieldBytes += fitting.length;
  }

  private match(): FoundText {
    const [path, line] = this.fields.splice(0);
    const bytes = Buffer.concat(this.field.splice(0));
    this.fieldBytes = 0;
    const behind = this.seen > this.before + bytes.length;
    return {
      path: textOf(path.slice(this.prefix)),
      line: Number(line),
      text: wholeCharacters(bytes, this.before > 0, behind),
      ...(this.before > 0 || behind ? { cut: true } : {}),
    };
  }
}

const isContinuing = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Without the characters that were cut in two, at the beginning and at the end. */
export const wholeCharacters = (bytes: Buffer, cutBefore: boolean, cutBehind: boolean): string => {
  let from = 0;
  let to = bytes.length;
  if (cutBefore) while (from < to && from < 3 && isContinuing(bytes[from])) from += 1;
  if (cutBehind) {
    let last = to - 1;
    while (last > from && last > to - 4 && isContinuing(bytes[last])) last -= 1;
    if (last >= from && bytes[last] >= 0xc0) to = last;
  }
  return bytes.toString('utf8', from, to);
};
