/** No line is longer (bytes). */
const longestLine = 64 << 10;
const newline = 0x0a;

/** Reads what consists of lines of JSON, and of bytes whose number the line before them tells. */
export class FrameReader {
  private rest: Buffer = Buffer.alloc(0);
  private readonly pieces: AsyncIterator<Buffer>;

  constructor(from: AsyncIterable<Buffer>) {
    this.pieces = from[Symbol.asyncIterator]();
  }

  /** The next line; undefined: there is none. @throws Error when it is too long, or breaks off */
  async line(): Promise<string | undefined> {
    for (let end = this.rest.indexOf(newline); ; end = this.rest.indexOf(newline)) {
      if (end >= 0) {
        const line = this.rest.toString('utf8', 0, end);
        this.rest = this.rest.subarray(end + 1);
        return line;
      }
      if (this.rest.length > longestLine) throw new Error('a line is too long');
      const piece = await this.next();
      if (piece) this.rest = Buffer.concat([this.rest, piece]);
      else if (this.rest.length > 0) throw new Error('a line broke off');
      else return undefined;
    }
  }

  /** The next so many bytes. @throws Error when they break off */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      const piece = this.rest.length > 0 ? this.rest : await this.next();
      if (!piece) throw new Error('bytes broke off');
      const taken = piece.subarray(0, left);
      this.rest = piece.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }

  private async next(): Promise<Buffer | undefined> {
    const next = await this.pieces.next();
    return next.done ? undefined : next.value;
  }
}
