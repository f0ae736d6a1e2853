import { accessChanged } from '@holdfast/contracts';
import { eventually } from '../bytes/byte-door.fixture.js';
import { outcome, SshDoorFixture } from './ssh-door.fixture.js';

describe('the SSH door with many connections', () => {
  let door: SshDoorFixture;
  const open = async (options = {}): Promise<void> => {
    door = await SshDoorFixture.open((_, res) => res.end(), options);
  };
  afterEach(() => door.close());

  it('asks once whose a key is that something was told of, whatever the number of its connections', async () => {
    await open();
    const clients = await Promise.all(Array.from({ length: 8 }, () => door.client()));
    await door.client('guest');
    door.askedKeys.length = 0;
    door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
    await eventually(() => door.askedKeys.length > 0);
    for (const client of clients) expect((await outcome(client, 'ls')).code).toBe(1);
    expect(door.askedKeys).toHaveLength(1);
    door.tell(accessChanged, { company: 'company' });
    await eventually(() => door.askedKeys.length > 1);
    for (const client of clients) expect((await outcome(client, 'ls')).code).toBe(1);
    expect(new Set(door.askedKeys.slice(1)).size).toBe(2);
    expect(door.askedKeys).toHaveLength(3);
  });

  it('asks once more for all that is told while it is asked whose a key is, and then goes by that', async () => {
    await open();
    const client = await door.client();
    const gone = new Promise<void>((resolve) => client.once('close', () => resolve()));
    door.askedKeys.length = 0;
    let answer = (): void => undefined;
    door.answering = new Promise((resolve) => (answer = resolve));
    for (let time = 0; time < 50; time += 1)
      door.tell(accessChanged, {
        company: 'company',
        accounts: time % 2 ? ['developer'] : ['somebody else'],
      });
    await eventually(() => door.askedKeys.length > 0);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
    expect(door.askedKeys).toHaveLength(1);
    answer();
    await eventually(() => door.askedKeys.length > 1);
    expect((await outcome(client, 'ls')).code).toBe(1);
    expect(door.askedKeys).toHaveLength(2);
    door.answering = new Promise((resolve) => (answer = resolve));
    door.tell(accessChanged, { company: 'company' });
    await eventually(() => door.askedKeys.length > 2);
    door.ended.add('developer');
    door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
    door.answering = Promise.resolve();
    answer();
    await gone;
  });

  it('has so many of an account at a time, and of a company', async () => {
    await open({ shares: { account: 2, company: 3 } });
    const [first] = [await door.client(), await door.client()];
    await expect(door.client()).rejects.toThrow('too many SSH connections of developer of acme');
    await door.client('guest');
    await expect(door.client('guest')).rejects.toThrow('too many SSH connections of the company acme');
    const gone = new Promise<void>((resolve) => first.once('close', () => resolve()));
    first.end();
    await gone;
    await door.client();
  });
});
