import { MalformedBody } from './body-refusal.js';

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
/** Below it stand the control characters, which JSON does not take as they are. */
const space = 0x20;

/** What the letter after a backslash stands for; `u` aside. */
const escaped = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meant]) => [letter.charCodeAt(0), meant.charCodeAt(0)],
  ),
);

/** Room for bytes that were told beforehand. */
export class Bytes {
  length = 0;
  private readonly room: Buffer;

  constructor(most: number) {
    this.room = Buffer.allocUnsafe(most);
  }

  get whole(): Buffer {
    return this.room.subarray(0, this.length);
  }

  copy(piece: Buffer, from: number, to: number): void {
    this.length += piece.copy(this.room, this.length, from, to);
  }

  byte(value: number): void {
    this.room[this.length] = value;
    this.length += 1;
  }

  /** As UTF-8; by hand, for a body may have millions. */
  letter(codePoint: number): void {
    if (codePoint < 0x80) return this.byte(codePoint);
    if (codePoint < 0x800) this.byte(0xc0 | (codePoint >> 6));
    else {
      if (codePoint < 0x10000) this.byte(0xe0 | (codePoint >> 12));
      else {
        this.byte(0xf0 | (codePoint >> 18));
        this.byte(0x80 | ((codePoint >> 12) & 0x3f));
      }
      this.byte(0x80 | ((codePoint >> 6) & 0x3f));
    }
    this.byte(0x80 | (codePoint & 0x3f));
  }
}

/** The inside of a string of JSON as the bytes of its text, while it comes in pieces. */
export class JsonText {
  /** It has a NUL or half a surrogate pair: nobody stores such a text. */
  isIllFormed = false;
  /** The next byte stands behind a backslash. */
  private isEscaped = false;
  /** So many digits of a `\u` are still to come, of which these have come. */
  private digits = 0;
  private unit = 0;
  /** The first half of a surrogate pair. */
  private half: number | undefined;

  /**
   * Reads on from there. Answers where the string ends, or the end of the piece. What is written is never longer than
   * what is read, but for a letter that began before.
   * @throws MalformedBody
   */
  take(piece: Buffer, from: number, to: Bytes): number {
    let at = from;
    while (at < piece.length) {
      const code = piece[at];
      if (this.digits > 0) this.digit(code, to);
      else if (this.isEscaped) this.letter(code, to);
      else if (code === quote) {
        this.endHalf();
        return at;
      } else if (code === backslash) this.isEscaped = true;
      else if (code < space) throw new MalformedBody();
      else {
        this.endHalf();
        const end = endOfPlain(piece, at);
        to.copy(piece, at, end);
        at = end - 1;
      }
      at += 1;
    }
    return at;
  }

  private letter(code: number, to: Bytes): void {
    this.isEscaped = false;
    if (code === letterU) {
      this.digits = 4;
      this.unit = 0;
      return;
    }
    const meant = escaped.get(code);
    if (meant === undefined) throw new MalformedBody();
    this.endHalf();
    to.byte(meant);
  }

  private digit(code: number, to: Bytes): void {
    const value = hexadecimal(code);
    if (value === undefined) throw new MalformedBody();
    this.unit = this.unit * 16 + value;
    this.digits -= 1;
    if (this.digits === 0) this.unitEnds(to);
  }

  private unitEnds(to: Bytes): void {
    const { unit, half } = this;
    const isSecond = unit >= 0xdc00 && unit <= 0xdfff;
    if (isSecond && half !== undefined) {
      this.half = undefined;
      to.letter(0x10000 + (half - 0xd800) * 0x400 + (unit - 0xdc00));
      return;
    }
    this.endHalf();
    if (unit >= 0xd800 && unit < 0xdc00) this.half = unit;
    else if (isSecond || unit === 0) this.isIllFormed = true;
    else to.letter(unit);
  }

  private endHalf(): void {
    if (this.half === undefined) return;
    this.half = undefined;
    this.isIllFormed = true;
  }
}

/** Where letters end that stand for themselves. */
const endOfPlain = (piece: Buffer, from: number): number => {
  let at = from;
  while (at < piece.length && piece[at] !== quote && piece[at] !== backslash && piece[at] >= space) at += 1;
  return at;
};

const hexadecimal = (code: number): number | undefined => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : undefined;
};
