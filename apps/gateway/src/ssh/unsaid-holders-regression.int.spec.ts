import { accessChanged } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { eventually } from '../bytes/byte-door.fixture.js';
import { begun, SshDoorFixture, type Running } from './ssh-door.fixture.js';

// While nobody could say whose a key was, as when the gateway lost the broker for a moment, all connections over SSH
// were ended that something concerned, with the clones and pushes in them.
describe('a connection of whose key nobody can say whose it is', () => {
  let door: SshDoorFixture;
  let conversation: Running;
  let ended: boolean[];
  beforeEach(async () => {
    door = await SshDoorFixture.open((req, res) => {
      req.resume();
      res.writeHead(200).flushHeaders();
    });
    const path = '/acme/projects/web/repositories/git/code.git';
    conversation = await begun(await door.client(), `git-upload-pack '${path}'`);
    const own = (ended = [] as boolean[]);
    void conversation.ended.then(() => own.push(true));
    await eventually(() => door.opened.length === 1);
    door.askedKeys.length = 0;
  });
  afterEach(() => door.close());

  const nobodySays = (): void => {
    door.answering = Promise.reject(DomainError.unavailable('the broker is away'));
    door.answering.catch(() => undefined);
  };

  it('goes on, and it is asked again until somebody says it', async () => {
    nobodySays();
    door.disconnect();
    await eventually(() => door.askedKeys.length === 3);
    expect(ended).toEqual([]);
    door.answering = Promise.resolve();
    await eventually(() => door.askedKeys.length === 4);
    expect(ended).toEqual([]);
  });

  it('ends as soon as it is heard that nobody has the key any more', async () => {
    nobodySays();
    door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
    await eventually(() => door.askedKeys.length === 2);
    expect(ended).toEqual([]);
    door.ended.add('developer');
    door.answering = Promise.resolve();
    await conversation.ended;
  });
});
