import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of the loopback on which nobody listens. It is below those that the system gives to whoever connects: who
 * ends and starts again finds it free.
 */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(15_000, 30_000);
    const server = createServer();
    const failed = once(server, 'error').then(() => false);
    const listening = new Promise<boolean>((done) => server.listen(port, '127.0.0.1', () => done(true)));
    if (!(await Promise.race([listening, failed]))) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('no port is free on 127.0.0.1');
};
