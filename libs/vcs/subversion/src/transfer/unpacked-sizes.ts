/** The body of a PUT that carries differences, and not the file itself. */
export const svndiffType = 'application/vnd.svn-svndiff';

/** More bytes has no number in the head of a window. */
const longestNumber = 10;

/**
 * The offset and the length of what it is made from, the length of what it unpacks to, of its instructions and data.
 */
const headOfWindow = 5;

/**
 * Counts, from the heads of its windows, how many bytes a svndiff has the server go through when it unpacks it: of each
 * window what is made, or what it is made from, whichever is more. All its versions have the same heads.
 */
export class UnpackedSizes {
  /** Bytes so far. */
  unpacked = 0;
  private magic = 0;
  private numbers: number[] = [];
  private number = 0;
  private digits = 0;
  private skipped = 0;

  /** Takes what comes next; false: it is no svndiff. */
  read(piece: Buffer): boolean {
    let at = 0;
    while (at < piece.length) {
      if (this.skipped > 0) {
        const most = Math.min(this.skipped, piece.length - at);
        this.skipped -= most;
        at += most;
      } else if (!this.byte(piece[at++])) return false;
    }
    return true;
  }

  private byte(byte: number): boolean {
    if (this.magic < 4) {
      const index = this.magic++;
      return index < 3 ? byte === 'SVN'.charCodeAt(index) : byte <= 2;
    }
    this.number = this.number * 128 + (byte & 127);
    this.digits += 1;
    if (this.digits > longestNumber || !Number.isSafeInteger(this.number)) return false;
    if (byte & 128) return true;
    this.numbers.push(this.number);
    this.number = 0;
    this.digits = 0;
    if (this.numbers.length === headOfWindow) this.window();
    return true;
  }

  private window(): void {
    const [, from, made, instructions, data] = this.numbers;
    this.unpacked += Math.max(from, made);
    this.skipped = instructions + data;
    this.numbers = [];
  }
}
