import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';

describe('a client to which git tells why it cannot go on', () => {
  const world = GitWorld.ofSuite();
  const talking = () => ['-c', `core.sshCommand=${world.talker}`, '-c', 'ssh.variant=ssh'];
  const address = (path: string) => path.replace('/admin/', 'ssh://admin@engine/');

  it.each([
    [['main', '../../x'], 'is outside repository at the repository'],
    [['main', '/x/y'], 'is outside repository at the repository'],
    [['none'], 'no such ref: none'],
  ])('for an archive of %j, sees no path of the server', async (words, reason) => {
    const { path } = await world.seeded(1);
    const { code, stderr } = await world.git([
      ...[...talking(), 'archive', `--remote=${address(path)}`],
      ...words,
    ]);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(reason)]);
    expect(stderr).not.toContain(world.root);
  });

  it('of its push, sees no path of the server', async () => {
    const { url, directory, work } = await world.seeded(1);
    await writeFile(join(directory, 'refs/heads/x.lock'), '');
    const { code, stderr } = await world.git(['push', url, 'main:x'], { cwd: work });
    await rm(join(directory, 'refs/heads/x.lock'));
    expect([code === 0, stderr]).toEqual([
      false,
      expect.stringMatching(/^remote: error: .*Unable to create the repository: File exists/m),
    ]);
    expect(stderr).not.toContain(world.root);
  });
});
