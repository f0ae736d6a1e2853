/** So many pieces are kept as they came. */
const asTheyCame = 16;
/** After those, pieces below so many bytes are put together. */
const small = 1024;
const blockSize = 4 * small;

/** Bytes that come in pieces. They take as much memory as they are many: a piece of one byte would take hundreds. */
export class Gathered {
  private readonly pieces: Buffer[] = [];
  private block: Buffer | undefined;
  private filled = 0;
  private size = 0;

  add(piece: Buffer): void {
    this.size += piece.length;
    if (this.pieces.length >= asTheyCame && piece.length < small) return this.put(piece);
    this.close();
    this.pieces.push(piece);
  }

  /** All of them, in their order. */
  whole(): Buffer {
    if (this.pieces.length === 1 && this.filled === 0) return this.pieces[0];
    this.close();
    return Buffer.concat(this.pieces, this.size);
  }

  private put(piece: Buffer): void {
    this.block ??= Buffer.allocUnsafe(blockSize);
    if (this.filled + piece.length > blockSize) this.close();
    this.filled += piece.copy(this.block, this.filled);
  }

  private close(): void {
    if (!this.block || this.filled === 0) return;
    this.pieces.push(Buffer.from(this.block.subarray(0, this.filled)));
    this.filled = 0;
  }
}
