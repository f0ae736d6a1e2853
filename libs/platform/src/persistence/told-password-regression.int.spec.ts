import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { renewingDriver } from './renewed-password.js';

/** What a server says that wants the password itself, and one that wants nothing and is ready at once. */
const asks = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const takesAll = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

// Who had the port of a database that was away heard the passwords of services, or answered what he liked.
describe('the password of a database that has to prove who it is', () => {
  let server: Server;
  let heard: string;
  let says: Buffer;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    heard = '';
    says = asks;
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
      socket.once('data', () => socket.write(says));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await once(server.close(), 'close');
  });

  const connect = async (more: string): Promise<void> => {
    const { port } = server.address() as AddressInfo;
    const { Pool } = renewingDriver(() => ({ password: 'secret' }));
    const pool = new Pool({
      connectionString: `postgres://service@127.0.0.1:${port}/db${more}`,
      connectionTimeoutMillis: 500,
    });
    const asked = pool.query('select 1');
    await expect(asked).rejects.toThrow(more ? 'does not prove who it is' : 'Connection terminated');
    await pool.end();
  };

  it('is told to nobody', async () => {
    await connect('?require_auth=scram-sha-256');
    expect(heard).toContain('service');
    expect(heard).not.toContain('secret');
  });

  it('is asked for, or nothing is', async () => {
    says = takesAll;
    await connect('?require_auth=scram-sha-256');
    expect(heard).not.toContain('select');
  });

  it('is told to who asks where the address does not say so', async () => {
    await connect('');
    expect(heard).toContain('secret');
  });
});
