import type { Socket } from 'node:net';
import { eventually } from '../bytes/byte-door.fixture.js';
import { outcome, SshDoorFixture } from './ssh-door.fixture.js';

// Who could hold as many connections as may be before their login kept everybody else out.
describe('an SSH door with no place for more logins', () => {
  let door: SshDoorFixture;
  const held: Socket[] = [];
  beforeEach(async () => {
    const serve = (): void => undefined;
    door = await SshDoorFixture.open(serve, { startups: { begin: 6, most: 6, perAddress: 3 } });
  });
  afterEach(async () => {
    for (const socket of held) socket.destroy();
    await door.close();
  });

  it('lets in who comes from elsewhere, and ends what waits longest where the most comes from', async () => {
    const closed: string[] = [];
    for (const [at, address] of ['2', '3', '2', '3', '2', '3'].entries()) {
      const socket = await door.dial(`127.0.0.${address}`);
      socket.once('close', () => closed.push(`${at}`)).resume();
      held.push(socket);
      await eventually(() => socket.bytesRead > 0);
    }
    const client = await door.client();
    expect((await outcome(client, 'ls')).err).toMatch(/^Hello developer of acme!/);
    expect(closed).toEqual(['0']);
  });
});
