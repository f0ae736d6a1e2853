import type { FileHandle } from 'node:fs/promises';
import { TooLarge, type BlobDigests } from '@holdfast/blob-spi';
import { digestsOf, type DigestPool, type StreamDigest } from './digest-pool.js';

const BUFFER_BYTES = 256 * 1024;
/** Up to this size the digests cost less than handing the bytes to a thread. */
const INLINE_BYTES = 64 * 1024;
const MOST_SPARE = 32;

/** Buffers that travel to the digest threads and back. */
export class BufferPool {
  private readonly spare: ArrayBuffer[] = [];

  take(): ArrayBuffer {
    return this.spare.pop() ?? new ArrayBuffer(BUFFER_BYTES);
  }

  readonly give = (buffer: ArrayBuffer): void => {
    if (this.spare.length < MOST_SPARE) this.spare.push(buffer);
  };
}

/**
 * Writes one body to a file: pieces are gathered in large buffers, each is written, then hashed on a thread, while the next
 * is being filled. At most four buffers are held for a body, whatever its size.
 */
export class UploadWriter {
  size = 0;
  private buffer: ArrayBuffer;
  private view: Uint8Array;
  private filled = 0;
  private written = 0;
  private writing: Promise<void> = Promise.resolve();
  private digest?: StreamDigest;

  constructor(
    private readonly file: FileHandle,
    private readonly pool: DigestPool,
    private readonly buffers: BufferPool,
    private readonly limit: number,
  ) {
    this.buffer = buffers.take();
    this.view = new Uint8Array(this.buffer);
  }

  async write(piece: Uint8Array): Promise<void> {
    this.size += piece.length;
    if (this.size > this.limit) throw new TooLarge(this.limit);
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + BUFFER_BYTES - this.filled);
      this.view.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === BUFFER_BYTES) await this.flush();
    }
  }

  /** Writes the rest; resolves when all is on the disk, not only in its cache. */
  async finish(): Promise<BlobDigests> {
    let digests: BlobDigests | undefined;
    if (this.written === 0 && this.filled <= INLINE_BYTES) {
      digests = digestsOf(this.view.subarray(0, this.filled));
      if (this.filled > 0) await this.file.write(this.view, 0, this.filled, 0);
      this.buffers.give(this.buffer);
    } else if (this.filled > 0) await this.flush();
    await this.writing;
    const [, streamed] = await Promise.all([this.file.datasync(), digests ?? this.stream().finish()]);
    return streamed;
  }

  /** To be called if `finish` was not or has failed: frees what the thread holds. */
  async abandon(): Promise<void> {
    await this.writing.catch(() => undefined);
    this.digest?.abandon();
  }

  private stream(): StreamDigest {
    this.digest ??= this.pool.stream(this.buffers.give);
    return this.digest;
  }

  private async flush(): Promise<void> {
    await this.writing;
    const { buffer, view, filled, written } = this;
    this.written += filled;
    this.buffer = this.buffers.take();
    this.view = new Uint8Array(this.buffer);
    this.filled = 0;
    this.writing = this.store(buffer, view, filled, written);
    // a failure is met by the next flush or by finish
    this.writing.catch(() => undefined);
  }

  private async store(
    buffer: ArrayBuffer,
    view: Uint8Array,
    length: number,
    position: number,
  ): Promise<void> {
    for (let done = 0; done < length;)
      done += (await this.file.write(view, done, length - done, position + done)).bytesWritten;
    await this.stream().update(buffer, length);
  }
}
