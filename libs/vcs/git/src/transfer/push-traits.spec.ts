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
  it.each([
    ['0bac7ae', '0bac7ae'],
    ['0BAC7AE', '0bac7ae'],
    ['1234567', '1234567'],
    ['4272230b8deaac2f37c484ccce223a305faa4794', '4272230b8deaac2f37c484ccce223a305faa4794'],
    ['v1.0-3-g345919d5', '345919d5'],
    ['0bac7a', undefined],
    ['v1.0-345919d5', undefined],
    ['4272230b8deaac2f37c484ccce223a305faa47940', undefined],
  ])('are beginnings of ids (%s)', (name, id) => {
    for (const sort of ['branch', 'tag']) {
      const ids = mistakenFor({ sort, name }).filter((each) => each.sort === 'commit');
      expect(ids.map((each) => each.name)).toEqual(id === undefined ? [] : [id]);
    }
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
