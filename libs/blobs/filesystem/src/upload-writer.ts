import type { FileHandle } from 'node:fs/promises';
import { TooLarge, type BlobDigests } from '@holdfast/blob-spi';
import { Digesting } from './digests.js';
import { slotBytes, type Slot, type Slots } from './slots.js';
import type { PartAnswer } from './writing-question.js';
import type { WritingThread, WritingThreads } from './writing-threads.js';

/** Up to this size it costs less to hash and write here than to hand the bytes to a thread. */
const inlineBytes = 64 * 1024;
/** Parts of one upload that are on their way at once. */
const mostUnderway = 2;
/**
 * Pieces below so many bytes are made one when there are so many: a body in chunks of one byte costs no object for
 * each.
 */
const smallBytes = 1024;
const mostSmall = 64;

let uploads = 0;

/**
 * Writes one body to a file. Pieces are kept as they come until they fill a slot, which a thread writes and hashes
 * while the next pieces come. Less than a slot waits for a client, whatever the size of the body and however slow he
 * is.
 */
export class UploadWriter {
  size = 0;
  private readonly upload = (uploads += 1);
  private pieces: Uint8Array[] = [];
  private gathered = 0;
  /** So many of the last pieces are small. */
  private small = 0;
  private position = 0;
  private readonly underway: Promise<PartAnswer>[] = [];
  private thread: WritingThread | undefined;

  constructor(
    private readonly file: FileHandle,
    private readonly threads: WritingThreads,
    private readonly slots: Slots,
    private readonly limit: number,
  ) {}

  /** The piece must stay as it is until `finish` or `abandon`. @throws TooLarge, or why it could not be written. */
  async write(piece: Uint8Array): Promise<void> {
    this.size += piece.length;
    if (this.size > this.limit) throw new TooLarge(this.limit);
    this.pieces.push(piece);
    this.gathered += piece.length;
    this.small = piece.length < smallBytes ? this.small + 1 : 0;
    if (this.small === mostSmall) this.joinSmall();
    while (this.gathered >= slotBytes) await this.hand(false);
  }

  /** Writes the rest; resolves when all is on the disk, not only in its cache. */
  async finish(): Promise<BlobDigests> {
    const digests = await (this.size <= inlineBytes ? this.writeHere() : this.hand(true));
    await this.file.datasync();
    if (!digests) throw new Error('the thread gave no digests');
    return digests;
  }

  /** To be called if `finish` was not or has failed: nobody writes to the file any more when it resolves. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.underway);
    this.thread?.forget(this.upload);
  }

  private async writeHere(): Promise<BlobDigests> {
    const bytes = Buffer.concat(this.pieces);
    for (let done = 0; done < bytes.length;)
      done += (await this.file.write(bytes, done, bytes.length - done, done)).bytesWritten;
    const digesting = new Digesting();
    digesting.update(bytes);
    return digesting.finish();
  }

  /** Hands over a slot of what was gathered, and with `last` waits until all is written. */
  private async hand(last: boolean): Promise<BlobDigests | undefined> {
    if (this.underway.length >= mostUnderway) await this.underway.shift();
    const slot = await this.slots.take();
    const length = this.fill(slot.bytes);
    const stored = this.store(slot, length, last);
    // A failure is met when it is waited for.
    stored.catch(() => undefined);
    this.underway.push(stored);
    if (!last) return undefined;
    const answers = await Promise.all(this.underway);
    return answers.at(-1)?.digests;
  }

  private async store(slot: Slot, length: number, last: boolean): Promise<PartAnswer> {
    const { upload, position } = this;
    this.position += length;
    try {
      this.thread ??= this.threads.take();
      return await this.thread.store({ upload, fd: this.file.fd, slot: slot.number, length, position, last });
    } finally {
      this.slots.give(slot);
    }
  }

  private joinSmall(): void {
    this.pieces.push(Buffer.concat(this.pieces.splice(-mostSmall)));
    this.small = 0;
  }

  /** Moves what was gathered into the memory, as much as there is room for. */
  private fill(memory: Uint8Array): number {
    let filled = 0;
    let whole = 0;
    for (const piece of this.pieces) {
      const part = piece.subarray(0, memory.length - filled);
      memory.set(part, filled);
      filled += part.length;
      if (part.length < piece.length) {
        this.pieces[whole] = piece.subarray(part.length);
        break;
      }
      whole += 1;
    }
    this.pieces.splice(0, whole);
    this.gathered -= filled;
    this.small = 0;
    return filled;
  }
}
