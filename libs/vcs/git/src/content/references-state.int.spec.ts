import { GitWorld } from '../git-world.fixture.js';
import { referencesState } from './references-state.js';

describe('the state of references', () => {
  const world = GitWorld.ofSuite();

  it('changes with each of them, and with nothing else', async () => {
    const { directory, tip } = await world.seeded(2);
    const before = await world.must(['rev-parse', `${tip}^`], { cwd: directory });
    const seen = new Set([await referencesState(directory)]);
    const changes = [
      ['update-ref', 'refs/tags/v1', tip],
      ['update-ref', 'refs/heads/a/b/c', tip],
      ['update-ref', 'refs/heads/a/b/c', before],
      ['pack-refs', '--all'],
      ['update-ref', '-d', 'refs/tags/v1'],
      ['symbolic-ref', 'HEAD', 'refs/heads/a/b/c'],
    ];
    for (const [at, words] of changes.entries()) {
      await world.must(words, { cwd: directory });
      seen.add(await referencesState(directory));
      expect([words, seen.size]).toEqual([words, at + 2]);
    }
    await world.must(['hash-object', '-w', '--stdin'], { cwd: directory, input: 'text' });
    seen.add(await referencesState(directory));
    expect(seen.size).toBe(changes.length + 1);
  });
});
