import type { Socket } from 'node:net';
import ssh2 from 'ssh2';
import { eventually } from '../bytes/byte-door.fixture.js';
import { outcome, SshDoorFixture } from './ssh-door.fixture.js';

// Networks that held one connection each, as many as may be there before their login, kept everybody else out.
describe('an SSH door whose places before the login are taken by many networks', () => {
  const most = 20;
  let door: SshDoorFixture;
  const held: Socket[] = [];
  let closed: number[];
  beforeEach(async () => {
    closed = [];
    const serve = (): void => undefined;
    door = await SshDoorFixture.open(serve, { startups: { begin: 6, most, perAddress: 3 } });
  });
  afterEach(async () => {
    for (const socket of held.splice(0)) socket.destroy();
    await door.close();
  });
  const hold = async (from: number, count: number): Promise<void> => {
    for (let at = from; at < from + count; at += 1) {
      const socket = await door.dial(`127.77.${at}.1`);
      socket.once('close', () => closed.push(at)).resume();
      held.push(socket);
      await eventually(() => socket.bytesRead > 0);
      socket.write('SSH-2.0-x\r\n');
    }
  };

  it('lets in who comes, and ends what waits longest', async () => {
    await hold(0, most);
    expect((await outcome(await door.client(), 'ls')).err).toMatch(/^Hello developer of acme!/);
    expect(closed).toEqual([0]);
  });

  it('lets him compare the fingerprint while others come', async () => {
    const client = new ssh2.Client();
    let agree: (good: boolean) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      const hostVerifier = (_: Buffer, verified: (good: boolean) => void): void => {
        agree = verified;
        resolve();
      };
      const at = { host: '127.0.0.1', port: door.door.port, username: 'svc' };
      client.connect({ ...at, privateKey: door.keyOf('developer'), hostVerifier });
    });
    const isIn = new Promise<void>((resolve, reject) => {
      client.on('ready', () => resolve()).on('error', reject);
    });
    await asked;
    await hold(0, 2 * most);
    agree(true);
    await isIn;
    client.destroy();
    expect(closed).toHaveLength(most + 1);
  });
});
