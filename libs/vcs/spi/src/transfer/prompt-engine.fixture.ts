import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** An engine in a thread of its own: it answers one request as soon as something of it is there, and hangs up. */
export class PromptEngine {
  private readonly done = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;

  constructor(socketPath: string) {
    this.worker = new Worker(engine, { eval: true, workerData: { socketPath, done: this.done } });
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

const engine = `
  const { createServer } = require('node:net');
  const { parentPort, workerData: { socketPath, done } } = require('node:worker_threads');
  const tell = () => { Atomics.store(done, 0, 1); Atomics.notify(done, 0); };
  createServer((socket) => socket.once('close', tell).once('data', () => {
    const head = 'HTTP/1.1 200 OK\\r\\nContent-Length: 3\\r\\nConnection: close\\r\\n\\r\\n';
    socket.end(head + 'one', () => socket.destroy());
  })).listen(socketPath, () => parentPort.postMessage('listening'));
`;
