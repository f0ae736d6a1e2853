import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ByteAuthority } from '../testing/byte-authority.fixture.js';
import { brokerConnection } from './broker-connection.js';

// What a broker says before the handshake is in plain text: who stood in between could name others there, to which all
// parts went when the link broke.
describe('brokers that are named in plain text', () => {
  const open = new Set<Socket>();
  const listening = async (each: (socket: Socket) => void): Promise<Server> => {
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      each(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  it('are not connected to', async () => {
    let strangers = 0;
    let links = 0;
    const stranger = await listening((socket) => {
      strangers += 1;
      socket.destroy();
    });
    const { cert, key, ca } = new ByteAuthority().issue('DNS:localhost');
    const [certPem, keyPem] = [cert, key].map((path) => readFileSync(path));
    const said = { server_id: 'x', version: '2.12.0', proto: 1, max_payload: 1_048_576, headers: true };
    const info = { ...said, tls_required: true, connect_urls: [`127.0.0.1:${portOf(stranger)}`] };
    const broker = await listening((socket) => {
      links += 1;
      socket.write(`INFO ${JSON.stringify(info)}\r\n`);
      const secure = new TLSSocket(socket, { isServer: true, cert: certPem, key: keyPem });
      secure.on('error', () => undefined);
      secure.on('data', (data: Buffer) => {
        if (data.includes('PING')) secure.write('PONG\r\n');
      });
    });
    const at = { servers: [`localhost:${portOf(broker)}`], name: 'part', inboxPrefix: '_INBOX_part' };
    const connection = await brokerConnection(
      { ...at, login: () => ({ user: '', password: '' }), tls: { ca } },
      false,
    );
    for (let breaks = 0; breaks < 3; breaks += 1) {
      const before = links + strangers;
      for (const socket of open) socket.destroy();
      open.clear();
      while (links + strangers === before) await new Promise((done) => setTimeout(done, 20));
    }
    await connection.close();
    for (const socket of open) socket.destroy();
    for (const server of [broker, stranger]) server.close();
    expect([links, strangers]).toEqual([4, 0]);
  });
});
