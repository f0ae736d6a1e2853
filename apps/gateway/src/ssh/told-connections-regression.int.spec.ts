import { jest } from '@jest/globals';
import { accessChanged } from '@holdfast/contracts';
import { eventually } from '../bytes/byte-door.fixture.js';
import { SshDoorFixture } from './ssh-door.fixture.js';
import { ToldChanges } from './told-changes.js';

// Each change was copied for each connection, and looked through for it: who changed the rights of an account with
// many bots stopped a gateway for half a second, again and again. And each key was one question to identity, all at
// the same time: who had many connections with many keys took all of its connections to the database.
describe('a change of which all connections over SSH are told', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open((_, res) => res.end());
    for (let count = 0; count < 4; count += 1) await Promise.all([door.client(), door.client('guest')]);
    Object.assign(door, { askedKeys: [], questions: { asked: 0, underWay: 0, most: 0 } });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await door.close();
  });

  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
  };

  it('is nothing more than a look for those whom it does not concern', async () => {
    const judged = jest.spyOn(ToldChanges.prototype, 'tell');
    const added = jest.spyOn(Set.prototype, 'add');
    const accounts = Array.from({ length: 999 }, (_, at) => `bot${at}`);
    door.tell(accessChanged, { company: 'company', accounts });
    await turns();
    const copied = added.mock.calls.filter(([value]) => String(value).startsWith('account:bot')).length;
    expect(copied).toBeLessThanOrEqual(accounts.length);
    expect(judged).not.toHaveBeenCalled();
    expect(door.questions.asked).toBe(0);
  });

  it('is one question whose all their keys are', async () => {
    door.tell(accessChanged, { company: 'company' });
    await eventually(() => door.askedKeys.length === 2);
    expect(door.questions).toMatchObject({ asked: 1, most: 1 });
  });

  it('is asked about while nothing else is, however much is told', async () => {
    let answer = (): void => undefined;
    door.answering = new Promise((resolve) => (answer = resolve));
    for (let time = 0; time < 5; time += 1) {
      for (const account of ['developer', 'guest'])
        door.tell(accessChanged, { company: 'company', accounts: [account] });
      await turns();
    }
    expect(door.questions).toMatchObject({ asked: 1, underWay: 1 });
    door.answering = Promise.resolve();
    answer();
    await eventually(() => door.questions.underWay === 0 && door.questions.asked > 1);
    await turns();
    expect(door.questions.asked).toBeLessThanOrEqual(3);
    expect(door.questions.most).toBe(1);
  });
});
