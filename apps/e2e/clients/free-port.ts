import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback on which nobody listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
