import type { Branches } from '@holdfast/vcs-spi';
import type { DataSource } from 'typeorm';
import { WriteGate } from '../write-gate/write-gate.js';
import { BranchPatternRow } from './branch-pattern.entity.js';
import { ProtectedBranchStore } from './protected-branch.store.js';
import { mostFlags } from './protection.js';

// A repository could have any number of protected branches. All were read and kept together, in the process that
// decides for everybody, and read again after each write that failed.
describe('a repository with many protected branches', () => {
  const branches = {
    snapshot: () => Promise.resolve({ get: () => 'commit' }),
  } as unknown as Branches;
  const world = (count: number) => {
    const rows = new Set(Array.from({ length: count }, (_, at) => `b${at}`));
    const flags = {
      findBy: () => Promise.resolve([...rows].map((name) => ({ name }))),
      upsert: ({ name }: { name: string }) => Promise.resolve(rows.add(name)),
    };
    const patterns = { findBy: () => Promise.resolve([]) };
    const source = { getRepository: (entity: unknown) => (entity === BranchPatternRow ? patterns : flags) };
    return { rows, store: new ProtectedBranchStore(source as unknown as DataSource, new WriteGate()) };
  };

  it('gets no more than are read together', async () => {
    const { rows, store } = world(mostFlags - 1);
    await store.protect('r', branches, 'last');
    const refused = { code: 'invalid', detail: { errors: { protected: { maximum: mostFlags } } } };
    await expect(store.protect('r', branches, 'more')).rejects.toMatchObject(refused);
    await store.protect('r', branches, 'b1');
    expect([rows.size, rows.has('more')]).toEqual([mostFlags, false]);
  });
});
