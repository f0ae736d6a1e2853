import { mistakenFor } from './push-traits.js';

describe('the names for which clients of git take a tag', () => {
  const branches = (name: string, head?: string) =>
    mistakenFor({ sort: 'tag', name }, head).map((each) => each.name);

  it('are its own, and in clones that of a branch of where they come from', () => {
    expect(branches('main', 'main')).toEqual(['main']);
    expect(branches('origin/release/1', 'main')).toEqual(['origin/release/1', 'release/1']);
    expect(branches('original', 'main')).toEqual(['original']);
  });

  it('are those of the default branch in clones, where there is one', () => {
    for (const name of ['origin', 'origin/HEAD']) {
      expect(branches(name, 'trunk')).toEqual([name, 'trunk']);
      expect(branches(name)).toEqual([name]);
    }
  });
});

describe('the names for which clients of git take a branch or a tag', () => {
  const idsIn = (sort: string, name: string) =>
    mistakenFor({ sort, name })
      .filter((each) => each.sort === 'commit')
      .map((each) => [each.name, each.ever]);

  // Days, builds and words are called so, too: they count where there is such a commit.
  it.each([
    ['0bac7ae', '0bac7ae', false],
    ['0BAC7AE', '0bac7ae', false],
    ['1234567', '1234567', false],
    ['20261127', '20261127', false],
    ['4272230b8deaac2f37c484ccce223a305faa4794', '4272230b8deaac2f37c484ccce223a305faa4794', true],
    ['4'.repeat(40), '4'.repeat(40), true],
    ['v1.0-3-g345919d5', '345919d5', false],
    ['v1.0-3-g3459194', '3459194', false],
  ])('are beginnings of ids (%s)', (name, id, ever) => {
    for (const sort of ['branch', 'tag']) expect(idsIn(sort, name)).toEqual([[id, ever]]);
    expect(idsIn('other', `refs/remotes/${name}/HEAD`)).toEqual([[id, ever]]);
  });

  it.each(['0bac7a', 'v1.0-345919d5', '4272230b8deaac2f37c484ccce223a305faa47940'])(
    'are not those that are shorter, longer or written in another way (%s)',
    (name) => {
      for (const sort of ['branch', 'tag']) expect(idsIn(sort, name)).toEqual([]);
      expect(idsIn('other', `refs/${name}`)).toEqual([]);
    },
  );
});

// `git push origin HEAD:heads/release/8` of an admin went to a developer's branch.
describe('the names for which clients of git take what they are below', () => {
  it.each([
    ['heads/release/8', 'branch', 'release/8'],
    ['tags/v9', 'tag', 'v9'],
  ])('count whether or not there is such a one (%s)', (name, sort, meant) => {
    for (const made of ['branch', 'tag'])
      expect(mistakenFor({ sort: made, name })).toContainEqual({ sort, name: meant, ever: true });
    for (const other of [`refs/remotes/${name}`, `refs/remotes/${name}/HEAD`])
      expect(mistakenFor({ sort: 'other', name: other })).toContainEqual({ sort, name: meant, ever: true });
  });

  it('are none else', () => {
    for (const name of ['heads', 'headsx/1', 'x/heads/1', 'remotes/origin/main'])
      expect(mistakenFor({ sort: 'branch', name })).toEqual([{ sort: 'tag', name }]);
  });
});

describe('the names for which clients of git take another reference', () => {
  it.each([
    ['refs/release/1', ['release/1']],
    ['refs/remotes/main', ['remotes/main', 'main']],
    ['refs/remotes/release/1/HEAD', ['remotes/release/1/HEAD', 'release/1/HEAD', 'release/1']],
    ['refs/remotes/HEAD', ['remotes/HEAD', 'HEAD']],
  ])('are those of branches and tags that it ends in (%s)', (name, short) => {
    const both = short.flatMap((each) => [`branch ${each}`, `tag ${each}`]);
    expect(mistakenFor({ sort: 'other', name }).map((each) => `${each.sort} ${each.name}`)).toEqual(both);
  });
});
