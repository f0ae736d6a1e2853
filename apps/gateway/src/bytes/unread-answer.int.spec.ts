import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { whileItMoves } from './unread-answer.js';

const chunk = Buffer.alloc(256 * 1024);

/** Sends ten megabytes to a client that reads as `read` says; answers whether the whole was sent. */
const sent = async (
  patience: number,
  read: (socket: ReturnType<typeof connect>) => void,
): Promise<boolean> => {
  let done: (whole: boolean) => void;
  const result = new Promise<boolean>((resolve) => (done = resolve));
  const server = http.createServer((_, res) => {
    const send = async (): Promise<boolean> => {
      for (let left = 40; left > 0 && !res.destroyed; left -= 1)
        await new Promise((resolve) => {
          res.once('close', resolve);
          res.write(chunk, resolve);
        });
      return !res.destroyed;
    };
    void whileItMoves(res, send, patience).then(done);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  read(socket);
  const whole = await result;
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return whole;
};

describe('an answer that is streamed', () => {
  it('is given up when the client takes nothing of it', async () => {
    expect(await sent(150, (socket) => void socket.pause())).toBe(false);
  });

  it('is finished for a client that takes its time', async () => {
    const slowly = (socket: ReturnType<typeof connect>): void => {
      socket.on('data', () => {
        socket.pause();
        setTimeout(() => socket.resume(), 4);
      });
    };
    expect(await sent(300, slowly)).toBe(true);
  });
});
