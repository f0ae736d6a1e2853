import { open, rm, type FileHandle } from 'node:fs/promises';
import { TooLarge } from '@holdfast/blob-spi';
import type { PartPlace, PartSink } from '@holdfast/blob-spi/intake';
import type { MultipartUpload } from './multipart-upload.js';
import { largestPart, mostParts, sizeOfPart } from './part-sizes.js';
import type { SendPlaces } from './send-places.js';

/** Parts of which bytes lie in the file. */
const slots = 2;

interface Part {
  readonly index: number;
  /** Offset in the upload. */
  readonly start: number;
  readonly size: number;
  written: number;
  /** Resolves when the server has it, and its place in the file is free again. */
  sent?: Promise<void>;
}

const partAt = (index: number, start: number): Part => ({
  index,
  start,
  size: sizeOfPart(index),
  written: 0,
});

/**
 * Bytes on their way to the server, in a file of this machine that has no name any more: memory does not grow with
 * slow clients, parts can be sent again, and a kill leaves nothing. The file holds two parts; who is quicker than the
 * server waits. What fits into the first part is not sent, but kept.
 */
export class SpooledUpload implements PartSink {
  private part = partAt(0, 0);
  private before: Part | undefined;
  private remote: Promise<MultipartUpload> | undefined;
  private opened: Promise<FileHandle> | undefined;
  private small: Buffer | undefined;

  /** `path`: where a file may be made; `begin`: begins the object if it has more than one part. */
  constructor(
    private readonly path: string,
    private readonly begin: () => Promise<MultipartUpload>,
    private readonly places: SendPlaces,
  ) {}

  async place(offset: number): Promise<PartPlace> {
    if (offset >= this.part.start + this.part.size) await this.next();
    const { index, start } = this.part;
    const { fd } = await this.file();
    return { fd, position: positionOf(index) + offset - start };
  }

  written(offset: number, length: number): void {
    const part = offset < this.part.start ? this.before : this.part;
    if (!part) return;
    part.written += length;
    if (part.written === part.size && part !== this.part) this.send(part);
  }

  whole(bytes: Uint8Array): Promise<void> {
    this.small = Buffer.from(bytes);
    return Promise.resolve();
  }

  /** The bytes of an upload that has one part only. */
  async content(): Promise<Buffer> {
    return this.small ?? this.read(0, this.part.written);
  }

  /** Has the server complete an upload of several parts, all of which are written. */
  async complete(): Promise<void> {
    if (this.part.sent === undefined) this.send(this.part);
    await Promise.all([this.before?.sent, this.part.sent]);
    await (await this.remote)?.complete();
  }

  /** Leaves nothing of what was not completed. */
  async abort(): Promise<void> {
    await Promise.allSettled([this.before?.sent, this.part.sent]);
    await (await this.remote?.catch(() => undefined))?.abort();
    await this.close();
  }

  async close(): Promise<void> {
    await (await this.opened)?.close();
  }

  private file(): Promise<FileHandle> {
    this.opened ??= unnamedFile(this.path);
    return this.opened;
  }

  /** The next part takes the place of the one before the last. */
  private async next(): Promise<void> {
    const { part } = this;
    if (part.index + 1 === mostParts) throw new TooLarge(part.start + part.size);
    if (this.before && !this.before.sent) throw new Error('a part was not written in its turn');
    await this.before?.sent;
    this.before = part;
    this.part = partAt(part.index + 1, part.start + part.size);
    if (part.written === part.size) this.send(part);
  }

  private send(part: Part): void {
    const remote = (this.remote ??= this.begin());
    // That it could not begin is told by the part, which may have to wait for its place.
    remote.catch(() => undefined);
    part.sent = this.places.during(async () =>
      (await remote).add(part.index + 1, await this.read(positionOf(part.index), part.written)),
    );
    // It is met when the place is needed again, or at the end.
    part.sent.catch(() => undefined);
  }

  private async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    const file = await this.file();
    for (let done = 0; done < length;) {
      const { bytesRead } = await file.read(bytes, done, length - done, position + done);
      if (bytesRead === 0) throw new Error('the file of an upload is shorter than what was written');
      done += bytesRead;
    }
    return bytes;
  }
}

const unnamedFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
};

const positionOf = (index: number): number => (index % slots) * largestPart;
