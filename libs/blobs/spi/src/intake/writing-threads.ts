import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { UploadPart, PartAnswer, WritingAnswer, WritingQuestion } from './writing-question.js';

/** The compiled program, also where this file is read as source or is part of a bundle. */
const program = createRequire(import.meta.url).resolve('@holdfast/blob-spi/writing-thread');

/** It allocates next to nothing (MiB). */
const limits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

interface Waiting {
  readonly upload: number;
  readonly resolve: (answer: PartAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Of this process: its threads, and the parts of uploads that wait in them. */
const load = { threads: 0, parts: 0 };

/** How busy the threads of this process are. */
export const writingLoad = (): Readonly<typeof load> => load;

/**
 * A thread that writes and hashes: of each upload one part after the other, in the order in which it is asked, and
 * parts of several uploads together.
 */
class WritingThread {
  private readonly waiting: Waiting[] = [];
  private readonly worker: Worker;
  private failure: Error | undefined;

  constructor(ended: (thread: WritingThread) => void) {
    this.worker = new Worker(program, { resourceLimits: limits });
    this.worker.unref();
    load.threads += 1;
    this.worker.once('exit', () => (load.threads -= 1));
    this.worker.on('message', (answers: WritingAnswer) => {
      load.parts -= answers.length;
      for (const { upload, answer } of answers) this.waited(upload)?.resolve(answer);
    });
    const fail = (error: Error): void => {
      this.failure ??= error;
      load.parts -= this.waiting.length;
      for (const { reject } of this.waiting.splice(0)) reject(this.failure);
      ended(this);
    };
    this.worker.on('error', fail);
    this.worker.on('exit', () => fail(new Error('a writing thread has ended')));
  }

  get busy(): number {
    return this.waiting.length;
  }

  /** @throws what the system said when it could not be written. */
  async store(part: UploadPart): Promise<PartAnswer> {
    const answer = await new Promise<PartAnswer>((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.waiting.push({ upload: part.upload, resolve, reject });
      load.parts += 1;
      this.say(part);
    });
    const { error } = answer;
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return answer;
  }

  forget(upload: number): void {
    if (!this.failure) this.say({ over: upload });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  /** Who has waited longest for a part of the upload; he waits no more. */
  private waited(upload: number): Waiting | undefined {
    const at = this.waiting.findIndex((waiting) => waiting.upload === upload);
    return at < 0 ? undefined : this.waiting.splice(at, 1)[0];
  }

  private say(question: WritingQuestion): void {
    this.worker.postMessage(question);
  }
}

export type { WritingThread };

/** Threads that write and hash, so that the event loop does not; each is started when it is first needed. */
export class WritingThreads {
  private readonly threads = new Set<WritingThread>();

  constructor(private readonly most: number) {}

  /** One for all parts of an upload: that which has the least to do. */
  take(): WritingThread {
    const [first, ...others] = this.threads;
    const best = others.reduce((least, each) => (each.busy < least.busy ? each : least), first);
    if (this.threads.size > 0 && (best.busy === 0 || this.threads.size >= this.most)) return best;
    const thread = new WritingThread((ended) => this.threads.delete(ended));
    this.threads.add(thread);
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.close()));
  }
}
