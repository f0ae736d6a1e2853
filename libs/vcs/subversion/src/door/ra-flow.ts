import { BodyFailure } from '@holdfast/vcs-spi/engine';

/** Where in what was said something stands: in so many lists, the last of which is such a part of the one around it. */
export interface RaPlace {
  depth: number;
  list: number;
  index: number;
}

/** Hears what stands in the outer two lists, where a command has its name and what it is about. */
export interface RaListener {
  /** A word or number, or `string` or `list` where such a one is whole. */
  word: (word: string, place: RaPlace) => void;
  /** A part of a string, which may be empty. */
  bytes: (piece: Buffer, place: RaPlace) => void;
}

/** As `svnserve` has them. */
const longestWord = 24;
const mostDepth = 32;
/** Digits behind zeros. */
const longestNumber = 16;
/** Stock clients send some 100 KiB, and properties. */
const longestString = 16 << 20;
const nothing = Buffer.alloc(0);

/**
 * Follows what a client says in Subversion's own protocol, as it comes, and knows whether it has said an item to its
 * end. It takes what `svnserve` takes (`read_item` in `marshal.c`), and nothing else: that one goes on behind what is
 * no item, and would hear something else than is heard here.
 *
 * @throws BodyFailure `broken`, `too_large`
 */
export class RaFlow {
  /** So many items the list has by now that is half said: `svnserve` keeps each, at more than 90 bytes. */
  items = 0;
  private depth = 0;
  /** A word, or the digits of a number, or of the length of a string, without zeros before them. */
  private word = '';
  private isNumber = false;
  /** Of a string (bytes). */
  private left = 0;
  /** Behind a string and a list comes a blank. */
  private needsBlank = false;
  /** How many items each of the outer lists has by now; the first counts what stands in none. */
  private readonly counts = [0, 0, 0];

  constructor(private readonly listener?: RaListener) {}

  /** Whether nothing is half said when all of this has come, and something is whole now. */
  hear(piece: Buffer): boolean {
    let isWhole = false;
    for (let at = 0; at < piece.length; at += 1) {
      if (this.left > 0) {
        const taken = Math.min(this.left, piece.length - at);
        this.left -= taken;
        this.tell(piece.subarray(at, at + taken));
        at += taken - 1;
      } else if (this.take(piece[at])) isWhole ||= this.depth === 0;
    }
    return isWhole && this.depth === 0 && this.word === '';
  }

  /** Whether an item is whole with this. */
  private take(byte: number): boolean {
    const isBlank = byte === 0x20 || byte === 0x0a;
    if (this.needsBlank || this.word !== '') {
      if (isBlank) return this.end();
      if (this.needsBlank) throw noItem();
      this.goOn(String.fromCharCode(byte));
    } else if (!isBlank) this.begin(String.fromCharCode(byte));
    return false;
  }

  private begin(character: string): void {
    if (character === '(') {
      this.depth += 1;
      if (this.depth > mostDepth) throw noItem();
      if (this.depth < this.counts.length) this.counts[this.depth] = 0;
    } else if (character === ')') {
      if (this.depth === 0) throw noItem();
      this.depth -= 1;
      this.word = 'list';
      this.needsBlank = true;
    } else {
      this.isNumber = /^\d$/.test(character);
      if (!this.isNumber && !/^[A-Za-z]$/.test(character)) throw noItem();
      this.word = character;
    }
  }

  private goOn(character: string): void {
    if (!this.isNumber) {
      if (!/^[A-Za-z0-9-]$/.test(character) || this.word.length >= longestWord) throw noItem();
      this.word += character;
    } else if (character === ':') {
      this.left = Number(this.word);
      if (this.left > longestString) throw new BodyFailure('too_large', 413, 'a text has more than 16 MiB');
      this.word = 'string';
      this.needsBlank = true;
      if (this.left === 0) this.tell(nothing);
    } else {
      if (!/^\d$/.test(character)) throw noItem();
      this.word = this.word === '0' ? character : this.word + character;
      if (this.word.length > longestNumber) throw noItem();
    }
  }

  private get place(): RaPlace {
    const { depth, counts } = this;
    return { depth, list: counts[depth - 1] ?? 0, index: counts[depth] };
  }

  private tell(piece: Buffer): void {
    if (this.depth < this.counts.length) this.listener?.bytes(piece, this.place);
  }

  private end(): boolean {
    this.items = this.depth === 0 ? 0 : this.items + 1;
    if (this.depth < this.counts.length) {
      if (this.depth > 0) this.listener?.word(this.word, this.place);
      this.counts[this.depth] += 1;
    }
    this.word = '';
    this.needsBlank = false;
    return true;
  }
}

const noItem = (): BodyFailure =>
  new BodyFailure('broken', 400, "what was said is not Subversion's protocol");
