import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

const { port, text, times, done } =
  /** @type {{ port: number, text: string, times: number, done: Int32Array<SharedArrayBuffer> }} */ (
    workerData
  );

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
}
