import { chunkBytes, type Piece, type Vault } from './vault.js';

/** Bytes of a content that is stored together with others (256 KiB). */
export const smallBytes = 256 << 10;

/** Stores one content of any length, in chunks. */
export class PieceWriter {
  private readonly chunks: string[] = [];
  private readonly waiting: Buffer[] = [];
  private held = 0;
  private size = 0;

  constructor(private readonly vault: Vault) {}

  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      // What comes may lie in memory that is used again.
      const part = Buffer.from(bytes.subarray(from, from + chunkBytes - this.held));
      this.waiting.push(part);
      this.held += part.length;
      from += part.length;
      if (this.held === chunkBytes) await this.flush();
    }
  }

  async end(): Promise<Piece> {
    if (this.held > 0) await this.flush();
    return { chunks: this.chunks, offset: 0, size: this.size };
  }

  private async flush(): Promise<void> {
    this.size += this.held;
    this.held = 0;
    this.chunks.push(await this.vault.store(Buffer.concat(this.waiting.splice(0))));
  }
}

/** Stores a list, whose entries are lines of JSON. */
export class LineWriter {
  private readonly piece: PieceWriter;
  private lines: string[] = [];
  private held = 0;

  constructor(vault: Vault) {
    this.piece = new PieceWriter(vault);
  }

  async add(entry: unknown): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    this.lines.push(line);
    this.held += line.length;
    if (this.held > smallBytes) await this.flush();
  }

  async end(): Promise<Piece> {
    await this.flush();
    return this.piece.end();
  }

  private async flush(): Promise<void> {
    await this.piece.write(Buffer.from(this.lines.join('')));
    this.lines = [];
    this.held = 0;
  }
}

/** Stores many contents, small ones together in one chunk. */
export class ContentWriter {
  private waiting: { piece: Piece; bytes: Buffer }[] = [];
  private held = 0;

  constructor(private readonly vault: Vault) {}

  /** The piece of a small content has no chunks before `flush`, or before others have filled a chunk. */
  async add(size: number, source: AsyncIterable<Uint8Array>): Promise<Piece> {
    if (size > smallBytes) {
      const writer = new PieceWriter(this.vault);
      for await (const bytes of source) await writer.write(bytes);
      return writer.end();
    }
    const parts: Buffer[] = [];
    for await (const bytes of source) parts.push(Buffer.from(bytes));
    const bytes = Buffer.concat(parts);
    if (this.held + bytes.length > chunkBytes) await this.flush();
    const piece: Piece = { chunks: [], offset: this.held, size: bytes.length };
    this.held += bytes.length;
    this.waiting.push({ piece, bytes });
    return piece;
  }

  /** Every piece has its chunks. */
  async flush(): Promise<void> {
    if (this.held > 0) {
      const chunk = await this.vault.store(Buffer.concat(this.waiting.map(({ bytes }) => bytes)));
      for (const { piece } of this.waiting) if (piece.size > 0) piece.chunks.push(chunk);
    }
    this.waiting = [];
    this.held = 0;
  }
}
