import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { socketPath, done } = /** @type {{ socketPath: string, done: Int32Array<SharedArrayBuffer> }} */ (
  workerData
);
const head = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n';

const tell = () => {
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
};

createServer((socket) =>
  socket.once('close', tell).once('data', () => {
    socket.end(`${head}one`, () => socket.destroy());
  }),
).listen(socketPath, () => parentPort?.postMessage('listening'));
