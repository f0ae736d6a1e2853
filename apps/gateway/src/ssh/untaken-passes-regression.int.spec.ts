import type { Client } from 'ssh2';
import { eventually } from '../bytes/byte-door.fixture.js';
import { begun, SshDoorFixture } from './ssh-door.fixture.js';

/** What the library of the client keeps to itself. */
interface Insides {
  _protocol: { session(channel: number, window: number, packet: number): void };
}

// Who asked for a pass and had no room for it in his window had his connection for ever, as if something went on in it.
describe('a pass that its client does not take', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open(() => undefined, { idle: 200 });
  });
  afterEach(() => door.close());

  it('keeps no connection', async () => {
    const client = await door.client();
    let gone = false;
    client.once('close', () => (gone = true));
    const { _protocol: protocol } = client as unknown as Client & Insides;
    const session = protocol.session.bind(protocol);
    protocol.session = (channel, _window, packet) => session(channel, 0, packet);
    await begun(client, 'git-lfs-authenticate acme/projects/web/repositories/git/code download');
    await eventually(() => gone);
    expect(gone).toBe(true);
  });
});
