import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'ssh2';
import { begun, outcome, SshDoorFixture } from './ssh-door.fixture.js';

/** What the library of the client keeps to itself. */
interface Insides {
  _chanMgr: { add(opened: (error?: Error) => void): number };
  _protocol: { session(channel: number, window: number, packet: number): void };
}

/** Opens a session and asks for nothing in it. */
const openSession = (client: Client): Promise<void> =>
  new Promise((resolve, reject) => {
    const insides = client as unknown as Insides;
    const channel = insides._chanMgr.add((error) => (error ? reject(error) : resolve()));
    insides._protocol.session(channel, 1 << 20, 32 << 10);
  });

const idle = 800;

// Who opened a session and asked for nothing had his connection for ever, which ends otherwise when nothing goes on.
describe('SSH sessions in which nothing is asked for', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open((req, res) => void req.once('end', () => res.end()).resume(), { idle });
  });
  afterEach(() => door.close());

  const connected = async (): Promise<{ client: Client; isGone: () => boolean; end: Promise<void> }> => {
    const client = await door.client();
    let gone = false;
    const end = once(client, 'close').then(() => void (gone = true));
    return { client, isGone: () => gone, end };
  };

  it('keep no connection, however many follow each other', async () => {
    const { client, isGone, end } = await connected();
    const open = async (): Promise<void> => {
      for (let part = 0; part < 3; part += 1) {
        await openSession(client);
        await outcome(client, 'ls').catch(() => undefined);
        await sleep(idle / 4);
      }
      await sleep(2 * idle);
    };
    // A slow machine comes to the end of the connection before it has opened them all.
    await Promise.race([open(), end]);
    expect(isGone()).toBe(true);
  });

  it('are none where a conversation goes on', async () => {
    const { client, isGone } = await connected();
    const path = '/acme/projects/web/repositories/git/code';
    const { channel, ended } = await begun(client, `git-upload-pack '${path}'`);
    await openSession(client);
    await sleep(2 * idle);
    expect(isGone()).toBe(false);
    channel.end();
    await ended;
    await sleep(2 * idle);
    expect(isGone()).toBe(true);
  });
});
