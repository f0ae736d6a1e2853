import type { FileHandle } from 'node:fs/promises';
import type { PartPlace, PartSink } from '@holdfast/blob-spi/intake';

/** An upload that is written to a file as it is. */
export class FileSink implements PartSink {
  constructor(private readonly file: FileHandle) {}

  place(offset: number): PartPlace {
    return { fd: this.file.fd, position: offset };
  }

  async whole(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, done);
      done += bytesWritten;
    }
  }
}
