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

  /** Whether nothing is half said when all of this has come, and something is whole now. */
  hear(piece: Buffer): boolean {
    let isWhole = false;
    for (let at = 0; at < piece.length; at += 1) {
      if (this.left > 0) {
        const taken = Math.min(this.left, piece.length - at);
        this.left -= taken;
        at += taken - 1;
        continue;
      }
      const character = String.fromCharCode(piece[at]);
      if (character === ':' && /^\d+$/.test(this.word)) {
        this.left = Number(this.word);
        this.word = 'string';
      } else if (character === ' ' || character === '\n') {
        if (this.word !== '') {
          this.items = this.depth === 0 ? 0 : this.items + 1;
          isWhole ||= this.depth === 0;
        }
        this.word = '';
      } else if (character === '(') {
        this.depth += 1;
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
}

/** None is longer, nor the length of a string: the program takes any number of zeros before one, though. */
const longestWord = 16;
