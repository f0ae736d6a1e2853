import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

describe('what differs between commits', () => {
  const world = GitWorld.ofSuite();

  /** A commit of some hundred bytes that unfolds to 20 to the power of `levels` files of this text. */
  const unfolding = async (directory: string, levels: number, text: string) => {
    const at = ['--git-dir', directory];
    const make = async (input: string, ...words: string[]) =>
      (await world.must([...at, ...words], { input })).trim();
    let entry = `100644 blob ${await make(text, 'hash-object', '-w', '--stdin')}`;
    for (let level = 0; level < levels; level += 1) {
      const names = Array.from({ length: 20 }, (_, name) => `${entry}\t${name}\n`);
      entry = `040000 tree ${await make(names.join(''), 'mktree')}`;
    }
    return make('', 'commit-tree', entry.split(' ')[2], '-m', text);
  };
  const between = async (levels: number) => {
    const { directory } = await world.repository();
    const [base, head] = await Promise.all(['x', 'y'].map((text) => unfolding(directory, levels, text)));
    const { diff } = world.kind.open(directory);
    return (query: { offset: number; limit: number; backwards: boolean }, time = 20_000) =>
      diff.changes({ base, head, ...query }, reading(time));
  };

  it('is told by pages', async () => {
    const changes = await between(2);
    const { results, more } = await changes({ offset: 398, limit: 1, backwards: false });
    expect(results).toMatchObject([{ path: '9/8', status: 'modified', additions: 1, deletions: 1 }]);
    expect(more).toBe(true);
    expect(await changes({ offset: 399, limit: 1, backwards: false })).toMatchObject({ more: false });
  });

  it('may be more than git has memory for', async () => {
    const changes = await between(6);
    for (const backwards of [false, true])
      await expect(changes({ offset: 0, limit: 1, backwards }, 15_000)).rejects.toMatchObject({
        code: 'too_large',
      });
  });
});
