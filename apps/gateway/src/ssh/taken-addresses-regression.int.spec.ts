import { repositoryChanged } from '@holdfast/contracts';
import { eventually } from '../bytes/byte-door.fixture.js';
import { begun, repositoryOf, SshDoorFixture } from './ssh-door.fixture.js';

// A conversation was judged by its address: it went on in a repository whose place another one had taken.
describe('a conversation at whose address there is something else now', () => {
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open((req, res) => {
      req.resume();
      res.writeHead(200).flushHeaders();
    });
  });
  afterEach(() => door.close());

  const talking = async () => {
    const path = '/acme/projects/web/repositories/git/code.git';
    const conversation = await begun(await door.client(), `git-upload-pack '${path}'`);
    await eventually(() => door.opened.length === 1);
    return conversation;
  };
  const changed = (): void => door.tell(repositoryChanged, { project: 'web', repository: 'code' });

  it('ends where that of before is no more', async () => {
    const { ended } = await talking();
    door.repositories.set('code', { ...repositoryOf('code', 'git'), uuid: 'another' });
    changed();
    expect((await ended).err).toBe('no such repository, or not visible to you\n');
  });

  it('goes on where that of before is at another one', async () => {
    const { ended } = await talking();
    let isOver = false;
    void ended.then(() => (isOver = true));
    door.repositories.set('moved', repositoryOf('code', 'git'));
    door.repositories.set('code', { ...repositoryOf('code', 'git'), uuid: 'another' });
    changed();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isOver).toBe(false);
  });
});
