import { setTimeout as pause } from 'node:timers/promises';
import { accessChanged } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { eventually } from '../bytes/byte-door.fixture.js';
import { begun, SshDoorFixture } from './ssh-door.fixture.js';

// Each change that was told while nobody could judge a conversation left a question behind that was asked every second:
// the slower identity was, the more it was asked.
describe('a conversation that nobody can judge', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open((req, res) => {
      req.resume();
      res.writeHead(200).flushHeaders();
    });
  });
  afterEach(() => door.close());

  it('is judged again once a second, however much is told, and then ends where it may not go on', async () => {
    const path = '/acme/projects/web/repositories/git/code.git';
    const { ended } = await begun(await door.client(), `git-upload-pack '${path}'`);
    await eventually(() => door.opened.length === 1);
    await pause(50);
    let judged = 0;
    door.judging = () => {
      judged += 1;
      return Promise.reject(DomainError.unavailable('identity is away'));
    };
    for (let time = 0; time < 20; time += 1) {
      door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
      await pause(5);
    }
    judged = 0;
    await pause(2_500);
    expect(judged).toBeGreaterThanOrEqual(2);
    expect(judged).toBeLessThanOrEqual(3);
    door.ended.add('developer');
    door.judging = () => Promise.resolve();
    expect((await ended).err).toBe('no such repository, or not visible to you\n');
  });
});
