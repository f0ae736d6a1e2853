import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const clients = fileURLToPath(new URL('./cut-clients.worker.mjs', import.meta.url));

/**
 * Connections to a port of this process whose clients say this and cut them, before this process has accepted them: its
 * event loop stands still meanwhile.
 */
export const cutBeforeAccepted = async (port: number, text: string, times: number): Promise<void> => {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(clients, { workerData: { port, text, times, done } });
  Atomics.wait(done, 0, 0, 10_000);
  await worker.terminate();
};
