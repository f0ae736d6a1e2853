import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { BlobDigests } from '@holdfast/blob-spi';

const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'] as const;

/** The thread's program; plain text, so that it needs no file of its own beside sources and builds. */
const PROGRAM = `
const { createHash } = require('node:crypto');
const { parentPort } = require('node:worker_threads');
const streams = new Map();
parentPort.on('message', ({ id, buffer, length, end }) => {
  if (buffer) {
    let hashes = streams.get(id);
    if (!hashes) streams.set(id, (hashes = ${JSON.stringify(ALGORITHMS)}.map((name) => [name, createHash(name)])));
    const view = new Uint8Array(buffer, 0, length);
    for (const [, hash] of hashes) hash.update(view);
    parentPort.postMessage({ id, buffer }, [buffer]);
  } else {
    const hashes = streams.get(id);
    streams.delete(id);
    if (end) parentPort.postMessage({ id, digests: Object.fromEntries(hashes.map(([name, hash]) => [name, hash.digest('hex')])) });
  }
});`;

interface Answer {
  readonly id: number;
  readonly buffer?: ArrayBuffer;
  readonly digests?: BlobDigests;
}
interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The four digests of bytes at hand. */
export const digestsOf = (bytes: Uint8Array): BlobDigests => {
  const [md5, sha1, sha256, sha512] = ALGORITHMS.map((name) => createHash(name).update(bytes).digest('hex'));
  return { md5, sha1, sha256, sha512 };
};

/** One thread; the answers of a stream come in the order of its questions. */
class DigestThread {
  private readonly waiting = new Map<number, Waiting[]>();
  private readonly worker = new Worker(PROGRAM, { eval: true });
  private failure?: Error;

  constructor() {
    this.worker.unref();
    this.worker.on('message', (answer: Answer) => this.waiting.get(answer.id)?.shift()?.resolve(answer));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('the digest thread has ended')));
  }

  get busy(): number {
    return this.waiting.size;
  }

  ask(id: number, question: object, transfer: ArrayBuffer[]): Promise<Answer> {
    if (this.failure) return Promise.reject(this.failure);
    const queue = this.waiting.get(id) ?? [];
    this.waiting.set(id, queue);
    return new Promise((resolve, reject) => {
      queue.push({ resolve, reject });
      this.worker.postMessage({ id, ...question }, transfer);
    });
  }

  forget(id: number): void {
    this.waiting.delete(id);
    if (!this.failure) this.worker.postMessage({ id, end: false });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure = error;
    for (const queue of this.waiting.values()) for (const { reject } of queue) reject(error);
    this.waiting.clear();
  }
}

/** Digests of one stream, computed on a thread. */
export class StreamDigest {
  private pending: Promise<unknown> = Promise.resolve();
  private outstanding = 0;

  constructor(
    private readonly thread: DigestThread,
    private readonly id: number,
    private readonly recycle: (buffer: ArrayBuffer) => void,
  ) {}

  /** Takes the buffer away and gives it back by `recycle`. Waits while many are on their way. */
  async update(buffer: ArrayBuffer, length: number): Promise<void> {
    this.outstanding += 1;
    const answered = this.thread.ask(this.id, { buffer, length }, [buffer]).then(({ buffer: back }) => {
      this.outstanding -= 1;
      if (back) this.recycle(back);
    });
    answered.catch(() => undefined);
    this.pending = answered;
    if (this.outstanding > 2) await answered;
  }

  async finish(): Promise<BlobDigests> {
    await this.pending;
    const { digests } = await this.thread.ask(this.id, { end: true }, []);
    this.thread.forget(this.id);
    if (!digests) throw new Error('the digest thread gave no digests');
    return digests;
  }

  abandon(): void {
    this.thread.forget(this.id);
  }
}

/** Threads that compute digests, so that the event loop does not; started when they are first needed. */
export class DigestPool {
  private readonly threads: DigestThread[] = [];
  private next = 0;

  constructor(private readonly size: number) {}

  stream(recycle: (buffer: ArrayBuffer) => void): StreamDigest {
    this.next += 1;
    return new StreamDigest(this.leastBusy(), this.next, recycle);
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.splice(0).map((thread) => thread.close()));
  }

  private leastBusy(): DigestThread {
    const idle = this.threads.find(({ busy }) => busy === 0);
    if (idle) return idle;
    if (this.threads.length < this.size) this.threads.push(new DigestThread());
    return this.threads.reduce((best, thread) => (thread.busy < best.busy ? thread : best));
  }
}
