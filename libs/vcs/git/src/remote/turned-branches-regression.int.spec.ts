import { GitWorld } from '../git-world.fixture.js';
import { bring } from './brought.fixture.js';

// git itself. It refuses to make `a/b` and to remove `a` in one go: a mirror of a repository where one had taken the
// place of the other failed at each look from then on, and nobody may change a mirror.
describe('a repository elsewhere where a branch becomes a directory of branches', () => {
  const world = GitWorld.ofSuite();
  const refs = (directory: string): Promise<string> =>
    world.must(['for-each-ref', '--format=%(refname) %(objectname)'], { cwd: directory });

  it('is followed, and back', async () => {
    const source = await world.seeded(1);
    const push = async (...changes: string[]): Promise<void> => {
      for (const each of changes) await world.must(['push', '-q', source.url, each], { cwd: source.work });
    };
    const { directory } = await world.repository();
    await push('main:a', 'main:b/c/d', 'main:x', 'main:y');
    await bring(world, directory, source);
    await push(':a', 'main:a/b/c', ':b/c/d', 'main:b', ':x');
    await bring(world, directory, source);
    expect(await refs(directory)).toBe(await refs(source.directory));
  });
});
