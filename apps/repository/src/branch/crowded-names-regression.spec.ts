import type { RefUpdate, VcsKind, VcsRepository } from '@holdfast/vcs-spi';
import { missingBranch } from './head-mover.js';
import type { ProtectedBranchStore } from './protected-branch.store.js';
import { RefRoom } from './ref-room.js';
import { RefRules } from './ref-rules.js';

// Whoever made very many branches of Subversion, by a commit, kept everybody from committing, himself included.
describe('a repository whose names are too many to be read', () => {
  const tooMany = () => Promise.reject(new Error('too many'));
  const repository = (more: object) =>
    ({
      branches: { snapshot: tooMany },
      head: () => Promise.resolve(undefined),
      ...more,
    }) as unknown as VcsRepository;
  const unprotected = { of: () => Promise.resolve(undefined) } as unknown as ProtectedBranchStore;
  const commit: RefUpdate = { ref: 'HEAD', sort: 'other', name: 'HEAD', old: '1', new: '2' };
  const judged = (data: VcsRepository) =>
    new RefRules(unprotected, new RefRoom(1000)).judge(
      {
        ...{ uuid: 'u', kind: { id: 'x', pushWords: {} } as unknown as VcsKind, data },
        reading: { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 60_000 },
      },
      [commit],
      { write: true, protectedPush: false, moveTags: false },
      () => Promise.resolve(new Set()),
    );

  it('takes commits where these name nothing', async () => {
    expect(await judged(repository({}))).toMatchObject({ refused: [] });
  });

  it('may have a branch as its default that is there, and none that is not', async () => {
    const find = (id: string) => Promise.resolve(id === 'there' ? '1' : undefined);
    const data = { branches: { snapshot: tooMany, find } } as unknown as VcsRepository;
    expect(await missingBranch(data, 'there')).toBeUndefined();
    await expect(missingBranch(data, 'elsewhere')).rejects.toThrow('too many');
  });

  it('takes none where its references count together', async () => {
    await expect(judged(repository({ otherRefs: () => Promise.resolve(0) }))).rejects.toThrow('too many');
  });
});
