import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';

/** A file that is written from its beginning to its end. */
export class StagedFile {
  size = 0;
  private readonly hash = createHash('sha256');

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** @throws where there is such a file already */
  static async create(path: string): Promise<StagedFile> {
    return new StagedFile(path, await open(path, 'wx', 0o600));
  }

  async add(piece: Buffer): Promise<void> {
    if (piece.length === 0) return;
    this.size += piece.length;
    this.hash.update(piece);
    await this.file.writeFile(piece);
  }

  /** Of all that was written; to be called once. */
  digest(): string {
    return this.hash.digest('hex');
  }

  /** Never fails: what cannot be removed now goes when the process begins again. */
  async remove(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await rm(this.path, { force: true }).catch(() => undefined);
  }
}
