import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { bring } from './brought.fixture.js';

// git itself. The repository kept a default branch that was not there: it had no commits, and clones checked out
// nothing.
describe('what comes from where nobody says which branch is the default', () => {
  const world = GitWorld.ofSuite();
  let source: Awaited<ReturnType<typeof world.seeded>>;
  let directory: string;
  const push = (...refs: string[]) => world.must(['push', '-q', source.url, ...refs], { cwd: source.work });
  const head = () => world.kind.open(directory).head();
  const leadTo = (place: string, branch: string) =>
    world.must(['symbolic-ref', 'HEAD', `refs/heads/${branch}`], { cwd: place });
  const look = async (): Promise<string | undefined> => {
    await leadTo(source.directory, 'none');
    await bring(world, directory, source);
    return head();
  };
  beforeEach(async () => {
    source = await world.seeded(2);
    await push('main~1:refs/heads/x', 'main~1:refs/heads/a/b');
    ({ directory } = await world.repository());
  });

  it('has the default of a first push: `main`', async () => {
    await leadTo(directory, 'gone');
    expect(await look()).toBe('main');
  });

  it('else `master`', async () => {
    await push('main:refs/heads/master');
    await leadTo(source.directory, 'x');
    await push(':main');
    expect(await look()).toBe('master');
  });

  it('else the first by name', async () => {
    await leadTo(source.directory, 'x');
    await push(':main');
    expect(await look()).toBe('a/b');
  });

  it('keeps one that is there', async () => {
    await leadTo(directory, 'x');
    expect(await look()).toBe('x');
    await push('main:refs/heads/master');
    expect(await look()).toBe('x');
  });

  it('has it from a bundle, too', async () => {
    const file = join(directory, 'branches.bundle');
    await world.must(['bundle', 'create', '-q', file, 'x', 'a/b'], { cwd: source.directory });
    await bring(world, directory, { file });
    expect(await head()).toBe('a/b');
  });

  it('has it though there was nothing to bring at first', async () => {
    const { tip, work } = source;
    source = { ...(await world.repository()), ids: [], tip, work };
    expect(await look()).toBe('main');
    await push('main:refs/heads/x');
    expect(await look()).toBe('x');
  });

  it('has it at the next look, where all came before without it', async () => {
    await look();
    await leadTo(directory, 'gone');
    expect(await look()).toBe('main');
  });

  it('has the default of a first push among those that the HEAD there may mean', async () => {
    await push('main:refs/heads/b', 'main:refs/heads/master');
    await world.must(['update-ref', '--no-deref', 'HEAD', source.tip], { cwd: source.directory });
    await bring(world, directory, source);
    expect(await head()).toBe('main');
  });
});
