import { ConnectionLimit } from '../http/connection-limit.js';
import { SshDoorFixture } from './ssh-door.fixture.js';

// Whoever is believed at the door for HTTP (an Ingress, and all that is in its network) is nobody at that of SSH.
describe('the SSH door and the proxies before that for HTTP', () => {
  let door: SshDoorFixture;
  afterEach(() => door.close());

  /** No conversation comes so far. */
  const unasked = (): void => undefined;

  const banner = async (said = ''): Promise<string> => {
    const socket = await door.dial();
    socket.write(`${said}SSH-2.0-test\r\n`);
    return new Promise((resolve) => {
      socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
      socket.once('close', () => resolve('nothing'));
    });
  };

  it('counts the connections of those', async () => {
    door = await SshDoorFixture.open(unasked, {
      limit: new ConnectionLimit(1, ['127.0.0.1']),
      trustedProxies: [],
    });
    expect(await banner()).toMatch(/^SSH-2.0-Holdfast/);
    expect(await banner()).toBe('nothing');
  });

  it('lets none of them say that he is somebody else', async () => {
    const startups = { begin: 10, most: 10, perAddress: 1 };
    const limit = new ConnectionLimit(10, ['127.0.0.1']);
    door = await SshDoorFixture.open(unasked, { limit, trustedProxies: [], startups });
    expect(await banner()).toMatch(/^SSH-2.0-Holdfast/);
    expect(await banner('PROXY TCP4 192.0.2.2 10.0.0.1 99 22\r\n')).toBe('nothing');
  });
});
