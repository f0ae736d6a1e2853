import { wireString } from '@holdfast/kernel';
import ssh2 from 'ssh2';
import { eventually } from '../bytes/byte-door.fixture.js';
import { insidesOf } from './library-insides.js';
import { SshDoorFixture } from './ssh-door.fixture.js';

const send = (client: ssh2.Client, ...parts: (number | string | Buffer)[]): void => {
  const payload = Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : wireString(Buffer.from(part)))),
  );
  const { _packetRW: packets, _cipher: cipher } = insidesOf(client)._protocol;
  const packet = packets.write.alloc(payload.length);
  payload.copy(packet, packets.write.allocStart);
  cipher.encrypt(packets.write.finalize(packet));
};

// The library forgot the question by that, and threw when it was answered. Nobody caught it: each such connection was
// an error in the log, and stayed for a minute.
describe('a client that says behind its question what only servers say', () => {
  let door: SshDoorFixture;
  beforeEach(async () => (door = await SshDoorFixture.open((_, res) => res.end())));
  afterEach(() => door.close());

  it.each([
    ['success', 52],
    ['failure', 51],
  ])('is cut off: %s', async (_, message) => {
    let answer = (): void => undefined;
    door.answering = new Promise((resolve) => (answer = resolve));
    const client = new ssh2.Client();
    const seen: string[] = [];
    client.on('error', () => undefined).once('close', () => seen.push('out'));
    const ask = (): void => {
      const key = Buffer.concat([wireString('ssh-ed25519'), wireString(Buffer.alloc(32, 7))]);
      send(client, 50, 'svc', 'ssh-connection', 'publickey', ...[0, 'ssh-ed25519', key]);
      if (message === 52) send(client, 52);
      else send(client, 51, 'publickey', 0);
    };
    client.connect({
      ...{ host: '127.0.0.1', port: door.door.port, username: 'svc' },
      // In place of the library, which waits for what it is to ask.
      authHandler: ask,
    });
    await eventually(() => door.askedKeys.length === 1);
    await new Promise((done) => setTimeout(done, 50));
    answer();
    await eventually(() => seen.length === 1);
    client.destroy();
  });
});
