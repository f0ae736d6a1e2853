import { randomBytes } from 'node:crypto';
import { wireString } from '@holdfast/kernel';
import { madeKey } from '@holdfast/platform/testing';
import ssh2, { type Algorithms, type Client } from 'ssh2';
import { insidesOf } from './library-insides.js';
import { outcome, SshDoorFixture, theHostKey } from './ssh-door.fixture.js';

/** SSH_MSG_KEXINIT and SSH_MSG_KEX_ECDH_INIT. */
const numbers = { offer: 20, ours: 30 };

/** The first packet of a key exchange over curve 25519, of which any 32 bytes are a point. */
const guess = (): Buffer => Buffer.concat([Buffer.of(numbers.ours), wireString(randomBytes(32))]);

/** The next offer of a client says that a guess follows; one does, where it is told one. */
const guessing = (client: Client, sent?: Buffer): void => {
  const { _protocol: protocol } = insidesOf(client);
  const { _cipher: cipher } = protocol;
  const { write } = protocol._packetRW;
  const encrypt = cipher.encrypt.bind(cipher);
  cipher.encrypt = (packet) => {
    const start = write.allocStartKEX;
    if (packet[start] !== numbers.offer) return encrypt(packet);
    cipher.encrypt = encrypt;
    const offer = protocol._kexinit as Buffer;
    const flag = offer.length - 5;
    offer[flag] = packet[start + flag] = 1;
    encrypt(packet);
    if (!sent) return;
    const made = write.alloc(sent.length, true);
    made.set(sent, write.allocStartKEX);
    encrypt(write.finalize(made, true));
  };
};

// By RFC 4253, 7, a guess is right where the first names of both sides are the same, of exchanges and of host keys. The
// library took every guess for a wrong one: dropbear's client, which always guesses, waited for ever.
describe('a client that guesses how keys are exchanged', () => {
  let door: SshDoorFixture;
  const clients: Client[] = [];
  beforeAll(async () => {
    const rsa = Buffer.from(String(madeKey('rsa', 2048).export({ type: 'pkcs1', format: 'pem' })));
    door = await SshDoorFixture.open((_, res) => res.end(), { keys: [theHostKey, rsa] });
  });
  afterAll(() => door.close());
  afterEach(() => clients.splice(0).forEach((client) => client.destroy()));

  const connected = async (algorithms: Algorithms, sent?: Buffer): Promise<Client> => {
    const client = new ssh2.Client();
    clients.push(client);
    const ready = new Promise<void>((resolve, reject) => {
      client.on('ready', () => resolve()).on('error', reject);
      client.once('close', () => reject(new Error('the connection was lost')));
    });
    const privateKey = door.keyOf('developer');
    const { port } = door.door;
    client.connect({ host: '127.0.0.1', port, username: 'svc', privateKey, algorithms, readyTimeout: 3_000 });
    guessing(client, sent);
    await ready;
    return client;
  };

  const [first, second] = ['curve25519-sha256', 'curve25519-sha256@libssh.org'] as const;
  it.each<[string, Algorithms]>([
    ['an exchange that is not spoken here', { kex: ['diffie-hellman-group14-sha256', first] }],
    ['an exchange that is not the first here', { kex: [second, first] }],
    [
      'a host key that is not the first here',
      { kex: [first], serverHostKey: ['rsa-sha2-512', 'ssh-ed25519'] },
    ],
    ['a host key that is not here', { serverHostKey: ['ecdsa-sha2-nistp256', 'ssh-ed25519'] }],
  ])('is not taken at its word about %s', async (_, algorithms) => {
    const client = await connected(algorithms, guess());
    expect((await outcome(client, 'ls')).err).toContain('Hello');
  });

  it('is taken at its word where it is right', async () => {
    const client = await connected({ kex: [first, second], serverHostKey: ['ssh-ed25519', 'rsa-sha2-512'] });
    expect((await outcome(client, 'ls')).err).toContain('Hello');
  });

  it('may guess when keys are exchanged anew, too', async () => {
    const client = await connected({ kex: [second, first] }, guess());
    for (const sent of [guess(), guess()]) {
      const exchanged = new Promise((resolve) => client.once('handshake', resolve));
      guessing(client, sent);
      (client as unknown as { _protocol: { rekey(): void } })._protocol.rekey();
      await exchanged;
      expect((await outcome(client, 'ls')).err).toContain('Hello');
    }
  });
});
