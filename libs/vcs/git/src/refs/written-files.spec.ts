import type { RefUpdate } from '@holdfast/vcs-spi';
import { writtenFiles } from './written-files.js';

const update = (ref: string, next: string | undefined = 'id'): RefUpdate => ({
  ...{ ref, name: ref, sort: 'branch' as const },
  ...(next === undefined ? {} : { new: next }),
});

describe('the files that git makes for references', () => {
  it.each([
    [[], 0],
    [['refs/heads/a'], 3],
    [['refs/heads/a', 'refs/heads/b'], 4],
    [['refs/heads/a/b', 'refs/heads/a/c', 'refs/heads/ab/c', 'refs/heads/a/d'], 9],
    [['refs/heads/x/1/2/3', 'refs/heads/x/1/4', 'refs/tags/x'], 9],
  ])('are one for each, and the directories that the one before has not: %j', (refs, files) => {
    expect(writtenFiles(refs.map((ref) => update(ref)))).toBe(files);
  });

  it('are none for what is deleted', () => {
    const deleted: RefUpdate = { ref: 'refs/heads/a', name: 'a', sort: 'branch', old: 'id' };
    expect(writtenFiles([deleted, update('refs/heads/b'), deleted])).toBe(3);
  });
});
