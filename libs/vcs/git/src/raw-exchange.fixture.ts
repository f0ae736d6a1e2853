import { connect } from 'node:net';

/**
 * Sends bytes as they are to a port of this machine; answers all that comes back until the end, until it is `enough`,
 * or until `stay` ms have passed.
 */
export const rawExchange = (
  port: number,
  bytes: string | Buffer,
  stay = 5000,
  enough?: RegExp,
): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (enough?.test(text)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(bytes);
    setTimeout(() => socket.destroy(), stay).unref();
  });
