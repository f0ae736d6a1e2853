import { writeSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';

/** Writes some of the bytes, from there on, to the end of a file; answers how many. */
export type Write = (file: number, bytes: Uint8Array, from: number) => number;

/** A file that grows by whole lines. */
export class JournalFile {
  /** Bytes. */
  written = 0;
  /** Its end may be in the middle of a line. */
  private torn = false;

  private constructor(
    private readonly file: FileHandle,
    private readonly write: Write,
  ) {}

  /**
   * Makes the file: its name is on disk when this resolves. Leaves nothing behind where it fails.
   * @throws Error of the file system
   */
  static async begin(directory: string, path: string, write: Write = writeSync): Promise<JournalFile> {
    const file = await open(path, 'ax', 0o600);
    try {
      const names = await open(directory, 'r');
      await names.sync().finally(() => names.close());
      return new JournalFile(file, write);
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /**
   * What is written here outlives the process. Where it fails, some of the lines may be there, and the last of these
   * torn: the next ones begin on a line of their own.
   * @throws Error of the file system
   */
  append(lines: readonly string[]): void {
    const bytes = Buffer.from(`${this.torn ? '\n' : ''}${lines.join('\n')}\n`);
    this.torn = true;
    for (let done = 0; done < bytes.length;) {
      const count = this.write(this.file.fd, bytes, done);
      done += count;
      this.written += count;
    }
    this.torn = false;
  }

  /** Brings what has been written to the disk. */
  sync(): Promise<void> {
    return this.file.datasync();
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
