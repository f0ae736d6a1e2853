import { Worker } from 'node:worker_threads';

const code = `
const { connect } = require('node:net');
const { port, text, times, done } = require('node:worker_threads').workerData;
let left = times;
for (let time = 0; time < times; time += 1) {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.once('connect', () => {
    socket.write(text);
    socket.resetAndDestroy();
    left -= 1;
    if (left > 0) return;
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
}`;

/**
 * Connections to a port of this process whose clients say this and cut them, before this process has accepted them: its
 * event loop stands still meanwhile.
 */
export const cutBeforeAccepted = async (port: number, text: string, times: number): Promise<void> => {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(code, { eval: true, workerData: { port, text, times, done } });
  Atomics.wait(done, 0, 0, 10_000);
  await worker.terminate();
};
