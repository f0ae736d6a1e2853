import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const engine = fileURLToPath(new URL('./prompt-engine.worker.mjs', import.meta.url));

/** An engine in a thread of its own: it answers one request as soon as something of it is there, and hangs up. */
export class PromptEngine {
  private readonly done = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;

  constructor(socketPath: string) {
    this.worker = new Worker(engine, { workerData: { socketPath, done: this.done } });
  }

  async listening(): Promise<this> {
    await once(this.worker, 'message');
    return this;
  }

  /** The thread of the caller stands still until the engine has hung up: it reads nothing of the answer meanwhile. */
  untilItHungUp(): void {
    Atomics.wait(this.done, 0, 0, 10_000);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
