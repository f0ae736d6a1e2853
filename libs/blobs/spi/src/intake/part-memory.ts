/** Bytes of a part: large enough that handing it to a thread costs little beside hashing it. */
export const partBytes = 256 * 1024;

/**
 * Bytes of a word. Shared memory is copied by words where both sides lie alike, else byte by byte, which takes eight
 * times as long.
 */
export const wordBytes = 8;

/**
 * The memory in which parts of uploads gather and go to a thread. An upload has one that fills, however slow its client
 * is; so many in all are on their way to the disk, and whoever has another full one waits for his turn.
 */
export class PartMemory {
  private readonly free: Uint8Array[] = [];
  private readonly waiting: (() => void)[] = [];
  private underway = 0;

  /** `most`: parts that are on their way at once, and empty ones that are kept. */
  constructor(private readonly most: number) {}

  /** Empty memory that threads can read as well: for a part that begins anywhere in its first word. */
  take(): Uint8Array {
    return this.free.pop() ?? new Uint8Array(new SharedArrayBuffer(wordBytes + partBytes));
  }

  give(memory: Uint8Array): void {
    if (this.free.length < this.most) this.free.push(memory);
  }

  /** Resolves when one more part may go. */
  enter(): Promise<void> {
    if (this.underway < this.most) {
      this.underway += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** A part that went is written, or is not going to be. */
  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.underway -= 1;
  }
}
