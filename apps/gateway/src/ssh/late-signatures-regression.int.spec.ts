import { accessChanged } from '@holdfast/contracts';
import ssh2 from 'ssh2';
import { eventually } from '../bytes/byte-door.fixture.js';
import { keyOf } from './known-logins.fixture.js';
import { SshDoorFixture } from './ssh-door.fixture.js';

/** Shows the key of the developer, and signs with it when somebody has touched it. */
class WaitingAgent extends ssh2.BaseAgent<string> {
  touch: () => void = () => undefined;
  isAsked = false;
  private readonly touched = new Promise<void>((resolve) => (this.touch = resolve));

  override getIdentities(tell: (error: Error | undefined, keys?: string[]) => void): void {
    tell(undefined, [keyOf.developer.public]);
  }

  override sign(_key: string, data: Buffer, ...rest: unknown[]): void {
    const told = rest.find((each) => typeof each === 'function');
    const key = ssh2.utils.parseKey(keyOf.developer.private);
    if (key instanceof Error) throw key;
    this.isAsked = true;
    void this.touched.then(() => void told?.(undefined, key.sign(data)));
  }
}

// Whose key it is was asked when it was shown, and not when it was signed with up to a minute later: a key that had
// been deleted meanwhile logged in. It read nothing, but its connections stayed, and kept the owner from his own.
describe('a key that is taken back while its client logs in', () => {
  let door: SshDoorFixture;
  let agent: WaitingAgent;
  let client: ssh2.Client;
  let seen: string[];
  beforeEach(async () => {
    door = await SshDoorFixture.open((_, res) => res.end());
    const [own, each] = [(seen = [] as string[]), (client = new ssh2.Client())];
    each.on('ready', () => own.push('in')).on('error', () => undefined);
    each.once('close', () => own.push('out'));
    agent = new WaitingAgent();
    each.connect({ host: '127.0.0.1', port: door.door.port, username: 'svc', agent });
    await eventually(() => agent.isAsked);
  });
  afterEach(() => {
    client.destroy();
    return door.close();
  });

  const takeBack = (): void => {
    door.ended.add('developer');
    door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
  };

  it('logs in nobody where it was taken back after it was shown', async () => {
    takeBack();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
    agent.touch();
    await eventually(() => seen.length > 0);
    expect(seen).toEqual(['out']);
    expect(door.askedKeys).toHaveLength(2);
  });

  it('ends its connection where it was taken back while it was asked whose it is', async () => {
    door.tell(accessChanged, { company: 'company', accounts: ['guest'] });
    let answer = (): void => undefined;
    door.answering = new Promise((resolve) => (answer = resolve));
    agent.touch();
    await eventually(() => door.askedKeys.length === 2);
    takeBack();
    door.answering = Promise.resolve();
    answer();
    await eventually(() => seen.includes('out'));
    expect(door.askedKeys).toHaveLength(3);
  });

  it('is asked about once where nothing is told meanwhile', async () => {
    agent.touch();
    await eventually(() => seen.length > 0);
    expect([seen, door.askedKeys.length]).toEqual([['in'], 1]);
  });
});
