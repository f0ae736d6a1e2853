import { open, rm, type FileHandle } from 'node:fs/promises';

/** Bytes that are read together. */
const pieceBytes = 64 << 10;
/** So much is kept in memory (bytes): what most pushes are answered. */
const mostKept = 16 << 10;

/** What a client is told later, or does not take as fast. Much of it waits in a file that is gone with this process. */
export class SetAside {
  /** So much was said. */
  bytes = 0;
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private file: FileHandle | undefined;
  private failure: Error | undefined;
  private written: Promise<void> = Promise.resolve();

  /** `path`: where nothing lies. */
  constructor(private readonly path: string) {}

  /** Resolves when nothing of it is in memory any more. It never rejects: `pieces` does. */
  add(chunk: Buffer): Promise<void> {
    const isFirst = this.bytes === this.keptBytes;
    this.bytes += chunk.length;
    if (isFirst && this.bytes <= mostKept) {
      this.kept.push(chunk);
      this.keptBytes = this.bytes;
      return this.written;
    }
    this.written = this.written.then(() => this.append(chunk));
    return this.written;
  }

  /** All of it, once. @throws Error where it could not be kept */
  async *pieces(): AsyncGenerator<Buffer> {
    await this.written;
    const { file, failure } = this;
    try {
      if (this.keptBytes > 0) yield Buffer.concat(this.kept);
      if (failure) throw failure;
      const size = this.bytes - this.keptBytes;
      for (let at = 0; file && at < size;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file?.close();
    }
  }

  /** Of what nobody reads, or not to its end. It never rejects. */
  async drop(): Promise<void> {
    await this.written;
    await this.file?.close().catch(() => undefined);
  }

  private async append(chunk: Buffer): Promise<void> {
    if (this.failure) return;
    try {
      this.file ??= await nameless(this.path);
      await this.file.appendFile(chunk);
    } catch (error) {
      this.failure = error as Error;
    }
  }
}

/** Nothing else leads to it. */
const nameless = async (path: string): Promise<FileHandle> => {
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
};
