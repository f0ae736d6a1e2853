import type { VcsRepository } from '@holdfast/vcs-spi';
import { isEmpty } from './emptiness.js';

// A repository of Mercurial in which every branch is closed counted as empty, and an import was taken into it.
describe('a repository without names', () => {
  const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 60_000 };
  const isEmptyWith = (more: Partial<VcsRepository>): Promise<boolean> =>
    isEmpty(
      { branches: { snapshot: () => Promise.resolve({ size: 0 }) }, ...more } as VcsRepository,
      reading,
    );

  it('is empty where it has no commits either', async () => {
    expect(await isEmptyWith({})).toBe(true);
    expect(await isEmptyWith({ newest: () => Promise.resolve(undefined) })).toBe(true);
    expect(await isEmptyWith({ newest: () => Promise.resolve('7') })).toBe(false);
    expect(await isEmptyWith({ hasCommits: () => Promise.resolve(false) })).toBe(true);
    expect(await isEmptyWith({ hasCommits: () => Promise.resolve(true) })).toBe(false);
  });
});
