import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'ssh2';
import { eventually } from '../bytes/byte-door.fixture.js';
import { begun, SshDoorFixture } from './ssh-door.fixture.js';

const fetching = "git-upload-pack 'acme/projects/web/repositories/git/code'";

/** What the library of the client keeps to itself. */
const socketOf = (client: Client): { pause(): void } =>
  (client as unknown as { _sock: { pause(): void } })._sock;

// The library ends its own side where a client answers nothing any more, and no more: whoever keeps the other side open
// kept his connection and his conversation for ever.
describe('an SSH client that answers nothing any more', () => {
  let door: SshDoorFixture;
  let ended: number;
  beforeEach(async () => {
    ended = 0;
    const keepAlive = 100;
    door = await SshDoorFixture.open(
      (req, res) => {
        res.once('close', () => (ended += 1)).write('the refs');
        req.resume();
      },
      { keepAlive },
    );
  });
  afterEach(() => door.close());

  it('is ended in the midst of a conversation, and nobody else', async () => {
    const [silent, other] = [await door.client(), await door.client()];
    const talking = [await begun(silent, fetching), await begun(other, fetching)];
    await eventually(() => door.opened.length === talking.length);
    await pause(600);
    expect(ended).toBe(0);
    socketOf(silent).pause();
    await eventually(() => ended > 0);
    await pause(200);
    expect(ended).toBe(1);
    expect((await begun(other, fetching)).channel.writable).toBe(true);
  });
});
