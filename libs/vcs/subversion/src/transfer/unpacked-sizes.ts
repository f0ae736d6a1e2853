/** The body of a PUT that carries differences, and not the file itself. */
export const svndiffType = 'application/vnd.svn-svndiff';

/** What is said where it is none that may pass. */
export const noDifferences =
  'the differences are no svndiff, or one that goes back, or has very many windows of next to nothing';

/** More bytes has no number in the head of a window. */
const longestNumber = 10;

/**
 * The offset and the length of what it is made from, the length of what it unpacks to, of its instructions and data.
 */
const headOfWindow = 5;

/** So many windows may be as small as they like; the others have so much on average. Clients make some of 100 KiB. */
const freeWindows = 1_000;
const bytesOfWindow = 1_024;

/**
 * Looks at the heads of the windows of a svndiff. Each begins and ends, in what it is made from, no further back than
 * the one before it: libsvn takes one of no length anywhere (1.14), and writes beyond its memory then.
 *
 * Counts, from the heads of its windows, how many bytes a svndiff has the server go through when it unpacks it: of each
 * window what is made, or what it is made from, whichever is more. All its versions have the same heads.
 */
export class UnpackedSizes {
  /** Bytes so far. */
  unpacked = 0;
  private windows = 0;
  private magic = 0;
  /** Where the window before this one begins and ends in what it is made from, and where this one begins. */
  private before = { from: 0, to: 0 };
  private from = 0;
  /** How many numbers of a head have come, and what of them counts. */
  private numbers = 0;
  private largest = 0;
  private length = 0;
  private number = 0;
  private digits = 0;
  private skipped = 0;

  /**
   * Takes what comes next; false: it is no svndiff, one that goes back, or one of very many windows that hold next to
   * nothing.
   */
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
    const goesOn = this.take(this.number);
    this.number = 0;
    this.digits = 0;
    return goesOn && (this.numbers < headOfWindow || this.window());
  }

  private take(number: number): boolean {
    const place = this.numbers++;
    if (place === 0) this.from = number;
    if (place === 1 || place === 2) this.largest = Math.max(this.largest, number);
    else if (place > 2) this.length += number;
    return place !== 1 || this.goesOn(number);
  }

  private goesOn(length: number): boolean {
    const { from, before } = this;
    const to = from + length;
    this.before = { from, to: Math.max(to, before.to) };
    return from >= before.from && (length === 0 || to >= before.to) && Number.isSafeInteger(to);
  }

  private window(): boolean {
    this.unpacked += this.largest;
    this.skipped = this.length;
    this.numbers = 0;
    this.largest = 0;
    this.length = 0;
    this.windows += 1;
    return this.windows <= freeWindows + this.unpacked / bytesOfWindow;
  }
}
