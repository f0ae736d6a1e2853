import { setTimeout as pause } from 'node:timers/promises';
import { SshDoorFixture } from './ssh-door.fixture.js';

// Fifteen seconds from the first byte to the login were too few for people: ssh asks them for the fingerprint of the
// host, and what keeps the key for its PIN.
describe('somebody who comes by SSH for the first time', () => {
  let door: SshDoorFixture;

  beforeEach(async () => {
    door = await SshDoorFixture.open(() => undefined, { patience: 2_000, loginPatience: 60_000 });
  });
  afterEach(() => door.close());

  it('has time to read the fingerprint, and who says nothing has not', async () => {
    const [silent, reading] = [await door.dial(), await door.dial()];
    let ended = false;
    reading.resume().once('close', () => (ended = true));
    reading.write('SSH-2.0-reads\r\n');
    await new Promise((resolve) => silent.resume().once('close', resolve));
    await pause(500);
    expect(ended).toBe(false);
    reading.destroy();
  });
});
