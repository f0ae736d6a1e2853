import { closeSync, openSync, readSync } from 'node:fs';

/** In front of the first entry, and behind the last one (bytes). */
const [before, behind] = [12, 20];
/** So many bytes of a pack are read at a time. */
const window = 64 << 10;
/** The head of an entry is at most so long: the length of what it holds may have 64 bits. */
const longestHead = 10;

/** What the head of an entry says: https://git-scm.com/docs/gitformat-pack */
export interface PackEntry {
  isDifference: boolean;
  /** Bytes of what it holds, unpacked: of an object, or of a difference. */
  length: number;
}

/**
 * The heads of the entries of a pack, in their order. git tells how many bytes an entry takes in the pack, but not how
 * long a difference is: a few bytes may unfold to one that copies each byte by itself. Synchronous, as what is read has
 * just been written.
 */
export class PackEntries {
  private readonly file: number;
  private readonly buffer = Buffer.alloc(window);
  /** Where in the pack the buffer begins, and how much of it is filled. */
  private from = 0;
  private filled = 0;
  private at = before;

  /** @throws Error where it cannot be opened */
  constructor(path: string) {
    this.file = openSync(path, 'r');
  }

  /**
   * The next one, which takes so many bytes in the pack.
   * @throws Error where there is none
   */
  next(packed: number): PackEntry {
    if (this.at + longestHead > this.from + this.filled) this.fill();
    let position = this.at - this.from;
    this.at += packed;
    let byte = this.byteAt(position);
    const type = (byte >> 4) & 7;
    let length = byte & 15;
    for (let unit = 16; byte >= 0x80; unit *= 128) {
      byte = this.byteAt((position += 1));
      length += (byte & 0x7f) * unit;
    }
    return { isDifference: type === offsetDifference || type === namedDifference, length };
  }

  /** Whether behind the last one that was asked for there is none any more. */
  get isAtEnd(): boolean {
    this.fill();
    return this.filled === behind;
  }

  close(): void {
    closeSync(this.file);
  }

  private fill(): void {
    this.from = this.at;
    this.filled = readSync(this.file, this.buffer, 0, window, this.from);
  }

  private byteAt(position: number): number {
    if (position >= this.filled) throw new Error('a pack ends within an entry');
    return this.buffer[position];
  }
}

const [offsetDifference, namedDifference] = [6, 7];
