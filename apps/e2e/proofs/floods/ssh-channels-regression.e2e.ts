/** @alone Opens very many channels, and looks at memory. */
import { once } from 'node:events';
import ssh2, { type Client, type ClientChannel } from 'ssh2';
import { byteProcessGrowth } from '../../clients/installation.js';
import { MemoryWatch, memoryBounds } from '../../clients/memory-watch.js';
import { SshClient } from '../../clients/ssh.js';
import { access } from '../../system.js';
import { newCompany } from '../../world.js';

const many = 3_000;
/** So many at a time, one after the other: the client waits for each answer. */
const lanes = 8;
/** What a connection has at the same time. */
const atOnce = 10;

describe('A connection over SSH in which channels are opened', () => {
  let machine: SshClient;
  let other: SshClient;
  const open: Client[] = [];
  let watch: MemoryWatch;

  beforeAll(async () => {
    machine = await SshClient.of(await newCompany());
    other = await SshClient.of(await newCompany());
    watch = new MemoryWatch();
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.destroy();
  });
  afterAll(() => watch.end());

  const connected = async (): Promise<Client> => {
    const client = new ssh2.Client();
    open.push(client);
    client.on('error', () => undefined);
    const { hostname: host, port, username } = new URL(access.ssh_url);
    const ready = once(client, 'ready');
    const privateKey = await machine.privateKey;
    client.connect({ host, port: Number(port), username: username || 'svc', privateKey });
    await ready;
    return client;
  };

  /** Whether a conversation was opened and came to its end; `held` gets it before. */
  const conversed = (client: Client, held?: (channel: ClientChannel) => void): Promise<boolean> =>
    new Promise((resolve) => {
      client.once('close', () => resolve(false));
      client.exec('true', (error, channel) => {
        if (error) return resolve(false);
        channel.resume();
        channel.stderr.resume();
        channel.once('close', () => resolve(true));
        held?.(channel);
      });
    });

  const expectServed = async (): Promise<void> => {
    expect((await other.ssh(access.ssh_url, '-T')).output).toContain('Hello');
  };
  const expectBounded = (): void => {
    expect(watch.most.gateway).toBeGreaterThan(0);
    expect(watch.most.gateway).toBeLessThan(memoryBounds.gateway);
  };

  it('by the thousand, one after the other, has all of them, and others are served', async () => {
    const client = await connected();
    client.setMaxListeners(0);
    let ended = 0;
    let left = many;
    const lane = async (): Promise<void> => {
      while ((left -= 1) >= 0) if (await conversed(client)) ended += 1;
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    expect(ended).toBe(many);
    await expectServed();
    expect(await conversed(await connected())).toBe(true);
    expectBounded();
  });

  it('very many at once, has a few, and goes on; others are served', async () => {
    const client = await connected();
    client.setMaxListeners(0);
    const grown = await byteProcessGrowth(async () => {
      const asked = Array.from({ length: 2_000 }, () => conversed(client));
      await expectServed();
      const ended = (await Promise.all(asked)).filter(Boolean).length;
      expect(ended).toBeGreaterThanOrEqual(atOnce);
    });
    expect(grown).toBeLessThan(64);
    expect(await conversed(client)).toBe(true);
    expectBounded();
  });
});
