import type { RefUpdate, VcsKind, VcsRepository } from '@holdfast/vcs-spi';
import type { ProtectedBranchStore } from './protected-branch.store.js';
import { Protection } from './protection.js';
import { RefRoom } from './ref-room.js';
import { RefRules } from './ref-rules.js';

// A force push landed on a branch after it was answered that the branch is protected.
describe('a branch that is protected while a push is looked at', () => {
  it('is not rewritten by it', async () => {
    const protection = new Protection(['main'], []);
    const store = { of: () => Promise.resolve(protection) } as unknown as ProtectedBranchStore;
    const change = (name: string): RefUpdate => ({
      ...{ ref: `refs/heads/${name}`, sort: 'branch', name },
      ...{ old: '1'.repeat(40), new: '2'.repeat(40) },
    });
    const snapshot = () =>
      Promise.resolve({ size: 0, weight: 0, get: () => '1'.repeat(40), has: () => true });
    const asked: string[][] = [];
    const forcedOf = (refs: readonly string[]) => {
      asked.push([...refs]);
      if (!protection.flags.has('topic')) protection.flag('topic', true);
      return Promise.resolve(new Set(refs.filter((ref) => ref.endsWith('topic'))));
    };
    const { refused } = await new RefRules(store, new RefRoom(1000)).judge(
      {
        ...{ uuid: 'u', kind: { id: 'x', pushWords: {} } as unknown as VcsKind },
        data: { branches: { snapshot }, head: () => Promise.resolve('main') } as unknown as VcsRepository,
        reading: { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 60_000 },
      },
      [change('main'), change('topic')],
      { write: true, protectedPush: true, moveTags: false },
      forcedOf,
    );
    expect(asked.at(-1)).toEqual(['refs/heads/main', 'refs/heads/topic']);
    expect(refused).toContainEqual(
      expect.objectContaining({ ref: 'refs/heads/topic', rule: 'protected_force' }),
    );
  });
});
