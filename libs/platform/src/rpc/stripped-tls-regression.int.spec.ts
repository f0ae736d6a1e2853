import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brokerConnection } from './broker-connection.js';

/** Who stands between a part and its broker answers in the place of the broker, and waits for the password. */
describe('TLS to the broker', () => {
  let between: Server;
  let heard: Buffer[];
  let says: string;
  const open = new Set<Socket>();
  beforeEach(async () => {
    heard = [];
    between = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        heard.push(data);
        if (data.includes('PING')) socket.write('PONG\r\n');
      });
      socket.write(says);
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open.clear();
    between.close();
    await once(between, 'close');
  });

  const info = (said: object): string => {
    const all = {
      server_id: 'x',
      version: '2.12.0',
      proto: 1,
      max_payload: 1_048_576,
      headers: true,
      ...said,
    };
    return `INFO ${JSON.stringify({ ...all, auth_required: true })}\r\n`;
  };
  const connecting = async (): Promise<string> => {
    const { port } = between.address() as AddressInfo;
    const login = () => ({ user: 'gateway', password: 'the-password' });
    const at = { servers: [`localhost:${port}`], name: 'gateway', inboxPrefix: '_INBOX_gateway', login };
    try {
      const connection = await brokerConnection({ ...at, tls: { ca: '/dev/null' } }, false);
      await connection.close();
      return 'connected';
    } catch (error) {
      return String(error);
    }
  };

  it.each([{ tls_available: 1 }, { tls_available: 'x' }, { tls_required: {} }, { tls_available: false }, {}])(
    'cannot be taken away by a broker that says %j: nothing is said to it',
    async (said) => {
      says = info(said);
      expect(await connecting()).toMatch(/does not support 'tls'/);
      expect(heard).toEqual([]);
    },
  );

  it.each([{ tls_available: true }, { tls_required: true }])(
    'begins with a handshake where the broker says %j, whatever else comes in plain text',
    async (said) => {
      says = `${info(said)}PING\r\n`;
      const ending = connecting();
      while (heard.length === 0) await new Promise((done) => setTimeout(done, 10));
      for (const socket of open) socket.destroy();
      expect(await ending).not.toBe('connected');
      // A record of the handshake (RFC 8446, 5.1), and nothing in plain text.
      expect(Buffer.concat(heard)[0]).toBe(22);
      expect(Buffer.concat(heard).includes('the-password')).toBe(false);
    },
  );
});
