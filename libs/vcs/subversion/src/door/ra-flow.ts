/** Where in what was said something stands: in so many lists, the last of which is such a part of the one around it. */
export interface RaPlace {
  depth: number;
  list: number;
  index: number;
}

/** Hears what stands in the outer two lists, where a command has its name and what it is about. */
export interface RaListener {
  word: (word: string, place: RaPlace) => void;
  /** A part of a string, and whether it is the last. */
  bytes: (piece: Buffer, place: RaPlace, isLast: boolean) => void;
}

/**
 * Follows what a client says in Subversion's own protocol, as it comes, and knows whether it has said an item to its
 * end.
 */
export class RaFlow {
  /** So many items the list has by now that is half said: `svnserve` keeps each, at more than 90 bytes. */
  items = 0;
  private depth = 0;
  /** The digits of a number, or of the length of a string, without zeros before them; any other word. */
  private word = '';
  /** Of a string (bytes). */
  private left = 0;
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
        continue;
      }
      const character = String.fromCharCode(piece[at]);
      if (character === ':' && /^\d+$/.test(this.word)) {
        this.left = Number(this.word);
        this.word = 'string';
        if (this.left === 0) this.tell(nothing);
      } else if (character === ' ' || character === '\n') {
        if (this.word !== '') {
          this.items = this.depth === 0 ? 0 : this.items + 1;
          isWhole ||= this.depth === 0;
          if (this.depth < this.counts.length) this.end();
        }
        this.word = '';
      } else if (character === '(') {
        this.depth += 1;
        if (this.depth < this.counts.length) this.counts[this.depth] = 0;
      } else if (character === ')') {
        this.depth = Math.max(0, this.depth - 1);
        this.word = 'list';
      } else {
        const before = this.word === '0' ? '' : this.word;
        this.word = (before + character).slice(0, longestWord);
      }
    }
    return isWhole && this.depth === 0 && this.word === '';
  }

  private get place(): RaPlace {
    const { depth, counts } = this;
    return { depth, list: counts[depth - 1] ?? 0, index: counts[depth] };
  }

  private tell(piece: Buffer): void {
    if (this.depth < this.counts.length) this.listener?.bytes(piece, this.place, this.left === 0);
  }

  /** An item of an outer list is whole. */
  private end(): void {
    if (this.depth > 0) this.listener?.word(this.word, this.place);
    this.counts[this.depth] += 1;
  }
}

const nothing = Buffer.alloc(0);

/** None is longer, nor the length of a string: the program takes any number of zeros before one, though. */
const longestWord = 16;
