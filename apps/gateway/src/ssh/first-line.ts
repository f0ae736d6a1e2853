/** From so many bytes on the library refuses it by itself. RFC 4253, 4.2, allows 255. */
const longest = 8 * 1024;

/**
 * The first line of a client, gathered for the library: of one that comes in more than two pieces it forgets those
 * in the midst.
 */
export class FirstLine {
  /** None: it has come. */
  private begun: Buffer | undefined = Buffer.alloc(0);

  /** What of it, and of what follows it, is handed on when this has come; undefined: nothing yet. */
  with(piece: Buffer): Buffer | undefined {
    if (!this.begun) return piece;
    const said = Buffer.concat([this.begun, piece]);
    const isOver = piece.includes('\n') || said.length > longest;
    this.begun = isOver ? undefined : said;
    return isOver ? said : undefined;
  }
}
