import { TooLarge } from '../blob-errors.js';
import type { BlobDigests } from '../blob-store.js';
import { digestsOf } from './digests.js';
import { partBytes, wordBytes, type PartMemory } from './part-memory.js';
import type { PartPlace, PartSink } from './part-sink.js';
import type { PartAnswer } from './writing-question.js';
import type { WritingThread, WritingThreads } from './writing-threads.js';

/** Up to this size it costs less to hash and write here than to hand the bytes to a thread. */
const inlineBytes = 64 * 1024;
/** Parts of one upload that are on their way at once. */
const mostUnderway = 2;

let uploads = 0;

/**
 * Where in its memory a part begins whose first bytes these are: what comes behind them, in a buffer of its own, lies
 * there as it does in that buffer.
 */
const startBefore = ({ length }: Uint8Array): number => (wordBytes - (length % wordBytes)) % wordBytes;

/**
 * Writes one body to where its sink says. Pieces are copied as they come, so that their own memory is free at once;
 * what they fill a thread writes and hashes while the next ones come.
 */
export class UploadWriter {
  size = 0;
  private readonly upload = (uploads += 1);
  private gathering: Uint8Array | undefined;
  /** Where in it the part begins. */
  private start = 0;
  private gathered = 0;
  private position = 0;
  private readonly underway: Promise<PartAnswer>[] = [];
  private thread: WritingThread | undefined;

  constructor(
    private readonly sink: PartSink,
    private readonly threads: WritingThreads,
    private readonly memory: PartMemory,
    private readonly limit: number,
  ) {}

  /** Nobody looks at the piece any more when this resolves. @throws TooLarge, or why it could not be written. */
  async write(piece: Uint8Array): Promise<void> {
    this.size += piece.length;
    if (this.size > this.limit) throw new TooLarge(this.limit);
    for (let rest = piece; rest.length > 0;) {
      if (this.gathered === partBytes) await this.hand(false);
      if (!this.gathering) this.start = startBefore(rest);
      this.gathering ??= this.memory.take();
      const part = rest.subarray(0, partBytes - this.gathered);
      this.gathering.set(part, this.start + this.gathered);
      this.gathered += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** Writes the rest; resolves when all is written. */
  async finish(): Promise<BlobDigests> {
    const digests = await (this.size <= inlineBytes ? this.writeHere() : this.hand(true));
    if (!digests) throw new Error('the thread gave no digests');
    return digests;
  }

  /** To be called at the end, whatever happened: nobody writes to the file any more when it resolves. */
  async end(): Promise<void> {
    await Promise.allSettled(this.underway);
    this.thread?.forget(this.upload);
    if (this.gathering) this.memory.give(this.gathering);
    this.gathering = undefined;
  }

  private async writeHere(): Promise<BlobDigests> {
    const bytes = this.gathering?.subarray(this.start, this.start + this.gathered) ?? new Uint8Array();
    await this.sink.whole(bytes);
    return digestsOf(bytes);
  }

  /** Hands over what was gathered, and with `last` waits until all is written. */
  private async hand(last: boolean): Promise<BlobDigests | undefined> {
    if (this.underway.length >= mostUnderway) await this.underway.shift();
    const { position } = this;
    const place = await this.sink.place(position, this.gathered);
    await this.memory.enter();
    const stored = this.store(place, position, last);
    // A failure is met when it is waited for.
    stored.catch(() => undefined);
    this.underway.push(stored);
    if (!last) return undefined;
    const answers = await Promise.all(this.underway);
    this.thread = undefined;
    return answers.at(-1)?.digests;
  }

  private async store(place: PartPlace, position: number, last: boolean): Promise<PartAnswer> {
    const { upload, start, gathered: length, gathering = this.memory.take() } = this;
    this.position = position + length;
    this.gathered = 0;
    this.gathering = undefined;
    try {
      this.thread ??= this.threads.take();
      const { buffer: bytes } = gathering;
      const answer = await this.thread.store({ upload, ...place, bytes, start, length, last });
      this.sink.written?.(position, length);
      return answer;
    } finally {
      this.memory.give(gathering);
      this.memory.leave();
    }
  }
}
