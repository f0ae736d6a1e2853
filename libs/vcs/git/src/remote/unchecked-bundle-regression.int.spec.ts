import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { outcomeOf } from './brought.fixture.js';

// git itself. It does not look into the objects of a bundle as it does into those of a push, whatever it is told.
describe('a bundle of git', () => {
  const world = GitWorld.ofSuite();

  /** A bundle whose branch has a file of this name with this content. */
  const bundleWith = async (name: string, content: string): Promise<string> => {
    const { directory } = await world.repository();
    const git = (args: string[], input?: string) =>
      world.must(args, { cwd: directory, ...(input === undefined ? {} : { input }) });
    const blob = await git(['hash-object', '-w', '--stdin'], content);
    const tree = await git(['mktree'], `100644 blob ${blob}\t${name}\n`);
    await git(['update-ref', 'refs/heads/main', await git(['commit-tree', '-m', 'm', tree])]);
    const path = join(directory, 'all.bundle');
    await git(['bundle', 'create', '-q', path, 'refs/heads/main']);
    return path;
  };
  const outcome = (directory: string, file: string) => outcomeOf(world, directory, { file });

  it.each([
    ['.git', 'x', "hasDotgit: contains '.git'"],
    [
      '.gitmodules',
      '[submodule "a"]\n\tpath = a\n\turl = -u./x\n',
      'gitmodulesUrl: disallowed submodule url: -u./x',
    ],
  ])('brings nothing where no push could bring it: %s', async (name, content, reason) => {
    const { directory } = await world.repository();
    const file = await bundleWith(name, content);
    expect(await outcome(directory, file)).toMatch(
      new RegExp(`^remote: git: object [0-9a-f]{40}: ${reason}$`),
    );
    expect(await world.must(['for-each-ref'], { cwd: directory })).toBe('');
    expect(await readdir(join(directory, 'objects/pack'))).toEqual([]);
    expect(await readdir(directory)).not.toContain('incoming');
  });

  // It was said that plain files are handed out.
  it('has to be whole', async () => {
    const { directory, work } = await world.seeded(3);
    const told = 'remote: the bundle leaves out objects: it has to be one of whole histories';
    const file = join(work, 'part.bundle');
    await world.must(['bundle', 'create', '-q', file, '--filter=blob:none', '--all'], { cwd: work });
    expect(await outcome((await world.repository()).directory, file)).toBe(told);
    const shallow = join(work, 'shallow');
    await world.must(['clone', '-q', '--bare', '--depth=1', `file://${directory}`, shallow], { cwd: work });
    await world.must(['bundle', 'create', '-q', file, '--all'], { cwd: shallow });
    expect(await outcome((await world.repository()).directory, file)).toBe(told);
  });

  it('brings what a push could bring', async () => {
    const { directory } = await world.repository();
    expect(await outcome(directory, await bundleWith('good', 'x'))).toBe('it worked');
    expect(await world.must(['ls-tree', '--name-only', 'main'], { cwd: directory })).toBe('good');
  });
});
