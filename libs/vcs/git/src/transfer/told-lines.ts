import { withoutPaths } from './hidden-paths.js';
import { lengthAt, lengthBefore, packetHead } from './pkt-line.js';

/** The first byte of a packet says what the rest is: data, what the client shows its user, why git ends. */
const progress = 2;
const fatal = 3;
/** A head, and the band. */
const headLength = packetHead + 1;
/** Of the oldest clients no packet takes more (bytes). */
const mostText = 995;
/** No line of git is longer; what is, is shown in parts (bytes). */
const longestLine = 4 << 10;

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Goes along with the answer of git, which it gives in chunks: no line that the client shows its user names a place on
 * the disk of the server. git cuts its lines into packets anywhere, so they are put together first. What is no stream
 * of packets stays as it is.
 */
export const pathsHidden = (): ((chunk: Buffer) => Buffer) => {
  const answer = new ToldLines();
  return (chunk) => answer.next(chunk);
};

class ToldLines {
  /** The beginning of a packet of which is not known what it is. */
  private head = Buffer.alloc(0);
  /** So much of a packet is still to come. */
  private left = 0;
  /** The band of that packet, where its lines are looked at. */
  private band: number | undefined;
  /** The beginning of a line, of that band. */
  private line = '';
  private isPlain = false;
  private told: Buffer[] = [];

  next(chunk: Buffer): Buffer {
    if (this.isPlain) return chunk;
    const clear = this.clearIn(chunk);
    if (clear === chunk.length) return chunk;
    if (clear > 0) this.told.push(chunk.subarray(0, clear));
    chunk = chunk.subarray(clear);
    let rest = this.head.length > 0 ? Buffer.concat([this.head, chunk]) : chunk;
    this.head = Buffer.alloc(0);
    while (rest.length > 0) rest = this.left > 0 ? this.contentsIn(rest) : this.headIn(rest);
    const [told] = this.told;
    const all = this.told.length === 1 ? told : Buffer.concat(this.told);
    this.told = [];
    return all;
  }

  /**
   * So many bytes of a chunk, from its beginning, are nothing but data, and go on as they are: almost all of a clone.
   */
  private clearIn(chunk: Buffer): number {
    if (this.head.length > 0 || this.band !== undefined) return 0;
    let at = Math.min(this.left, chunk.length);
    this.left -= at;
    while (at + headLength <= chunk.length) {
      const length = lengthAt(chunk, at);
      const band = chunk[at + packetHead];
      if (length < headLength || band === progress || band === fatal) break;
      const step = Math.min(length, chunk.length - at);
      this.left = length - step;
      at += step;
    }
    return at;
  }

  private contentsIn(bytes: Buffer): Buffer {
    const part = bytes.subarray(0, this.left);
    this.left -= part.length;
    if (this.band === undefined) this.told.push(part);
    else this.hear(this.band, part);
    if (this.left === 0) {
      if (this.band === fatal) this.tell(fatal);
      this.band = undefined;
    }
    return bytes.subarray(part.length);
  }

  private headIn(bytes: Buffer): Buffer {
    const digits = bytes.toString('latin1', 0, packetHead);
    if (!/^[0-9a-f]*$/i.test(digits)) {
      this.isPlain = true;
      this.told.push(bytes);
      return nothing;
    }
    const length = digits.length < packetHead ? undefined : parseInt(digits, 16);
    if (length !== undefined && length < headLength) {
      if (this.line !== '') this.tell(progress);
      this.told.push(bytes.subarray(0, packetHead));
      return bytes.subarray(packetHead);
    }
    if (length === undefined || bytes.length < headLength) {
      this.head = Buffer.from(bytes);
      return nothing;
    }
    const band = bytes[packetHead];
    if (band === progress || band === fatal) this.band = band;
    else this.told.push(bytes.subarray(0, headLength));
    this.left = length - headLength;
    return bytes.subarray(headLength);
  }

  private hear(band: number, part: Buffer): void {
    let start = 0;
    for (let at = 0; at < part.length; at += 1) {
      if (part[at] !== newline && part[at] !== carriageReturn) continue;
      this.line += part.toString('latin1', start, at + 1);
      this.tell(band);
      start = at + 1;
    }
    this.line += part.toString('latin1', start);
    if (this.line.length > longestLine) this.tell(band);
  }

  private tell(band: number): void {
    const text = Buffer.from(withoutPaths(this.line), 'latin1');
    this.line = '';
    for (let at = 0; at < text.length; at += mostText) {
      const part = text.subarray(at, at + mostText);
      this.told.push(Buffer.from(lengthBefore(part.length + 1) + String.fromCharCode(band), 'latin1'), part);
    }
  }
}

const nothing = Buffer.alloc(0);
