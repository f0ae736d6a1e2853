/** Finds the bytes of a body among those of a connection. */
export interface Framing {
  /**
   * The bytes of the body in the next piece, as a view on the memory of the piece, which is changed for it.
   * @throws when the piece is not framed as it was announced, or goes on after the end.
   */
  take(piece: Buffer): Buffer;
  /** Nothing more belongs to the body. */
  readonly ended: boolean;
  /** What was told behind the body, once it has ended: by names in lower case. */
  readonly trailers?: Readonly<Record<string, string | undefined>>;
}

/** A body of so many bytes. */
export class Length implements Framing {
  constructor(private left: number) {}

  get ended(): boolean {
    return this.left === 0;
  }

  take(piece: Buffer): Buffer {
    if (piece.length > this.left) throw new Error('an answer goes on after its end');
    this.left -= piece.length;
    return piece;
  }
}

type Awaited = 'size' | 'extension' | 'content' | 'line end' | 'trailer' | 'nothing';

const cr = 13;
const lf = 10;
/** Digits of the size of a chunk. */
const mostDigits = 8;
/** Characters of all trailers: our own services never say more. */
const mostTrailers = 8 * 1024;

/** A body in chunks (RFC 9112, section 7.1). Extensions are skipped. */
export class Chunks implements Framing {
  private awaited: Awaited = 'size';
  /** Of the chunk that is being read. */
  private left = 0;
  private digits = 0;
  private blank = true;
  private told = '';

  get trailers(): Readonly<Record<string, string | undefined>> {
    const lines = this.told.split('\n').map((line) => /^([^:]+): *(.*)$/.exec(line) ?? []);
    return Object.fromEntries(lines.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  }

  get ended(): boolean {
    return this.awaited === 'nothing';
  }

  take(piece: Buffer): Buffer {
    let from = 0;
    let to = 0;
    let at = 0;
    while (at < piece.length) {
      if (this.awaited !== 'content') {
        this.step(piece[at]);
        at += 1;
        continue;
      }
      const end = Math.min(piece.length, at + this.left);
      // The first content of a piece stays where it is, what follows is moved up to it.
      if (to === 0) from = to = at;
      else piece.copyWithin(to, at, end);
      to += end - at;
      this.left -= end - at;
      at = end;
      if (this.left === 0) this.awaited = 'line end';
    }
    return piece.subarray(from, to);
  }

  private step(byte: number): void {
    switch (this.awaited) {
      case 'size':
        return this.size(byte);
      case 'extension':
        if (byte === lf) this.sized();
        return;
      case 'line end':
        if (byte === lf) this.awaited = 'size';
        else if (byte !== cr) throw new Error('a chunk is longer than it was announced');
        return;
      case 'trailer':
        if (byte === lf && this.blank) this.awaited = 'nothing';
        else if (byte !== cr) this.tell(byte);
        return;
      default:
        throw new Error('an answer goes on after its end');
    }
  }

  private tell(byte: number): void {
    this.blank = byte === lf;
    this.told += String.fromCharCode(byte);
    if (this.told.length > mostTrailers) throw new Error('endless trailers of an answer');
  }

  private size(byte: number): void {
    const digit = digitOf(byte);
    if (digit >= 0 && this.digits < mostDigits) {
      this.left = this.left * 16 + digit;
      this.digits += 1;
    } else if (this.digits > 0 && byte === lf) this.sized();
    else if (this.digits > 0 && (byte === cr || byte === 0x3b || byte === 0x20)) this.awaited = 'extension';
    else throw new Error('a chunk without a size');
  }

  private sized(): void {
    this.awaited = this.left === 0 ? 'trailer' : 'content';
    this.digits = 0;
    this.blank = true;
  }
}

const digitOf = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};
