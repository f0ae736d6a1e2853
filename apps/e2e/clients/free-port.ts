import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of the loopback on which nobody listens. It is below those that the system gives to whoever connects: who
 * ends and starts again finds it free.
 */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(15_000, 30_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free on 127.0.0.1');
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer().once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
