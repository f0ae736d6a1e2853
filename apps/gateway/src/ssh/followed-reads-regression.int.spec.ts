import { repositoryChanged } from '@holdfast/contracts';
import { eventually } from '../bytes/byte-door.fixture.js';
import { begun, outcome, repositoryOf, SshDoorFixture } from './ssh-door.fixture.js';

// Over SSH clients of Subversion and Mercurial do not say whether they write. So who might write to other repositories
// asked for a write to a pull mirror, which was refused: guests could read there, developers and admins could not.
describe('a repository that follows another one', () => {
  const reason = 'this repository follows another one: push there\n';
  let door: SshDoorFixture;
  beforeEach(async () => {
    door = await SshDoorFixture.open((req, res) => {
      req.resume();
      res.writeHead(200).flushHeaders();
    });
    for (const kind of ['mercurial', 'subversion', 'git'])
      door.repositories.set(kind, { ...repositoryOf(kind, kind), mirrored: true });
  });
  afterEach(() => door.close());

  const pathOf = (kind: string): string => `acme/projects/web/repositories/${kind}/${kind}`;

  it('is read by Mercurial of whoever might write to others', async () => {
    await begun(await door.client(), `hg -R ${pathOf('mercurial')} serve --stdio`);
    await eventually(() => door.opened.length === 1);
    expect(door.opened).toMatchObject([{ service: 'read' }]);
  });

  it('is read by Subversion of whoever might write to others', async () => {
    const { channel } = await begun(await door.client(), 'svnserve -t');
    const url = `svn+ssh://svc@localhost/${pathOf('subversion')}`;
    channel.write(`( 2 ( edit-pipeline svndiff1 ) ${url.length}:${url} 4:test ( ) ) `);
    await eventually(() => door.opened.length === 1);
    expect(door.opened).toMatchObject([{ service: 'serve-read' }]);
  });

  it('is not pushed to, and no large files are sent to it', async () => {
    const client = await door.client();
    const path = pathOf('git');
    for (const command of [`git-receive-pack '${path}'`, `git-lfs-authenticate '${path}' upload`])
      expect(await outcome(client, command)).toEqual({ code: 128, out: '', err: reason });
    expect(door.opened).toEqual([]);
  });

  it('ends the conversations in which somebody may write, once it follows', async () => {
    const own = repositoryOf('own', 'mercurial');
    door.repositories.set('own', own);
    const { ended } = await begun(
      await door.client(),
      'hg -R acme/projects/web/repositories/mercurial/own serve --stdio',
    );
    await eventually(() => door.opened.length === 1);
    expect(door.opened).toMatchObject([{ service: 'write' }]);
    door.repositories.set('own', { ...own, mirrored: true });
    door.tell(repositoryChanged, { project: 'web', repository: 'own' });
    expect((await ended).err).toBe(reason);
  });
});
