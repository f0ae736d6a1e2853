import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { renewingDriver } from './renewed-password.js';

const message = (type: string, body: Buffer | string): Buffer => {
  const head = Buffer.from(`${type}....`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
};
const login = (step: number, said = ''): Buffer => {
  const number = Buffer.alloc(4);
  number.writeInt32BE(step);
  return message('R', Buffer.concat([number, Buffer.from(said)]));
};

const asks = login(3);
const asksDigest = login(5, 'salt');
const accepts = login(0);
const ready = message('Z', 'I');
/** The answer to a statement: one row of one text. */
const forged = Buffer.concat([
  message('T', Buffer.from('000169740000000000000000000019ffffffffffff0000', 'hex')),
  message('D', Buffer.concat([Buffer.from('000100000006', 'hex'), Buffer.from('forged')])),
  message('C', 'SELECT 1\0'),
  ready,
]);
const proofIsWrong = login(12, `v=${Buffer.alloc(32).toString('base64')}`);
const speaksScram = login(10, 'SCRAM-SHA-256\0\0');
const goesOn = (said: string): Buffer =>
  login(11, `r=${/r=([^,]+)$/.exec(said)?.[1]}more,s=${btoa('salt')},i=4096`);

// Who had the port of a database that was away heard the passwords of services, or answered what he liked.
describe('the password of a database that has to prove who it is', () => {
  let server: Server;
  let heard: string;
  /** What the server says to each that it is told. */
  let says: (Buffer | ((said: string) => Buffer))[];
  let closed: Promise<unknown>[];
  const sockets: Socket[] = [];
  beforeEach(async () => {
    heard = '';
    closed = [];
    server = createServer((socket) => {
      const left = [...says];
      sockets.push(socket);
      closed.push(once(socket, 'close'));
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        const said = bytes.toString('latin1');
        heard += said;
        const answer = left.shift();
        if (answer) socket.write(typeof answer === 'function' ? answer(said) : answer);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await once(server.close(), 'close');
  });

  const connect = async (more: string, refusal: string): Promise<void> => {
    const { port } = server.address() as AddressInfo;
    const { Pool } = renewingDriver(() => ({ password: 'secret' }));
    const pool = new Pool({
      connectionString: `postgres://service@127.0.0.1:${port}/db${more}`,
      connectionTimeoutMillis: 500,
    });
    await expect(pool.query('select 1')).rejects.toThrow(refusal);
    await pool.end();
  };
  const refuse = async (refusal = 'does not prove who it is'): Promise<void> => {
    await connect('?require_auth=scram-sha-256', refusal);
    await Promise.all(closed);
    expect(heard).toContain('service');
    expect(heard).not.toContain('select');
  };

  it.each([
    ['itself', asks],
    ['mixed with others', asksDigest],
  ])('is told to nobody who asks for it %s', async (_, asking) => {
    says = [asking];
    await refuse();
    expect(heard).not.toMatch(/secret|md5/);
  });

  it.each([
    ['takes all', Buffer.concat([accepts, ready])],
    ['says nothing of it', ready],
    ['has answered before he is asked', Buffer.concat([accepts, ready, forged])],
  ])('is asked for: who %s is asked nothing, and not believed', async (_, welcome) => {
    says = [welcome, forged];
    await refuse();
  });

  it.each([
    ['and nothing else', Buffer.alloc(0)],
    ['and answers at once', Buffer.concat([accepts, ready, forged])],
  ])('is known to who proves it: not to who says a wrong proof %s', async (_, more) => {
    says = [speaksScram, goesOn, Buffer.concat([proofIsWrong, more]), forged];
    await refuse('server signature does not match');
  });

  it('is known to who proves it: not to who speaks of proofs and gives none', async () => {
    says = [speaksScram, Buffer.concat([accepts, ready, forged]), forged];
    await refuse();
  });

  it('is told to who asks where the address does not say so', async () => {
    says = [asks];
    await connect('', 'Connection terminated');
    expect(heard).toContain('secret');
  });
});
