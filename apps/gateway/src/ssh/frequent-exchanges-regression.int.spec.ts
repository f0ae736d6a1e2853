import type { Client } from 'ssh2';
import { begun, outcome, SshDoorFixture } from './ssh-door.fixture.js';

/** Exchanges keys anew; false: the connection has ended. */
const exchanged = async (client: Client): Promise<boolean> => {
  const closed = new Promise<false>((resolve) => client.once('close', () => resolve(false)));
  const made = new Promise((resolve) => client.once('handshake', resolve));
  (client as unknown as { _protocol: { rekey(): void } })._protocol.rekey();
  // The client has its keys before the door has judged it.
  const isHeard = made
    .then(() => outcome(client, 'ls'))
    .then(
      ({ err }) => err.startsWith('Hello'),
      () => false,
    );
  return Promise.race([isHeard, closed]);
};

// Exchanges of keys were counted by time alone, one a minute: clones and pushes of some GiB by clients that exchange
// keys for each GiB, or half of one, were cut on fast lines, always at the same place.
describe('a connection that carries much', () => {
  const amount = 130 << 20;
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open((req, res) => {
      req.resume();
      const piece = Buffer.alloc(1 << 20);
      let left = amount;
      const more = (): void => {
        while (left > 0) {
          left -= piece.length;
          if (!res.write(piece)) return void res.once('drain', more);
        }
        res.end();
      };
      more();
    });
  });
  afterEach(() => door.close());

  const exchanges = async (client: Client, most: number): Promise<number> => {
    let made = 0;
    while (made < most && (await exchanged(client))) made += 1;
    return made;
  };

  it('exchanges keys once more', async () => {
    const client = await door.client();
    expect(await exchanges(client, 3)).toBe(3);
    const { channel } = await begun(client, `git-upload-pack 'acme/projects/web/repositories/git/code'`);
    let came = 0;
    channel.on('data', (bytes: Buffer) => (came += bytes.length));
    await new Promise((resolve) => channel.once('close', resolve));
    expect(came).toBe(amount);
    expect(await exchanges(client, 2)).toBe(1);
  });
});
