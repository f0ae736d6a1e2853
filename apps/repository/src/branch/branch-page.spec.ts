import type { ListQuery } from '@holdfast/kernel';
import type { NamedRef, RefSnapshot } from '@holdfast/vcs-spi';
import { branchPage } from './branch-page.js';

const snapshot = (refs: NamedRef[]): RefSnapshot => ({
  size: refs.length,
  weight: 0,
  names: refs.map(({ id }) => id),
  get: (name) => refs.find(({ id }) => id === name)?.commit,
  page: (offset, limit) => refs.slice(offset, offset + limit),
  collision: () => undefined,
});

const branches = snapshot([
  { id: 'Zebra', commit: '3' },
  { id: 'a', commit: '2' },
  { id: 'b', commit: '1' },
  { id: 'c', commit: '2' },
  { id: 'éclair', commit: '4' },
]);
const greek = snapshot([{ id: 'ΟΔΟΣ', commit: '1' }]);
const seconds: Record<string, number | undefined> = { 1: 100, 2: 200, 3: 300 };
const page = async (query: Partial<ListQuery>, of = branches) => {
  const facts = {
    branches: of,
    protectedAmong: () => Promise.resolve((name: string) => name === 'a' || name === 'c'),
    times: (commits: string[]) => Promise.resolve(commits.map((commit) => seconds[commit])),
  };
  const whole = { limit: 10, offset: 0, active: true, descending: false };
  const { results, more } = await branchPage(facts, { ...whole, ...query });
  return [results.map(({ id }) => id).join(' '), more];
};

describe('a page of branches', () => {
  it('comes by name, and tells whether there are more', async () => {
    expect(await page({})).toEqual(['Zebra a b c éclair', false]);
    expect(await page({ limit: 2 })).toEqual(['Zebra a', true]);
    expect(await page({ limit: 2, offset: 3 })).toEqual(['c éclair', false]);
    expect(await page({ limit: 2, offset: 2 })).toEqual(['b c', true]);
    expect(await page({ offset: 9 })).toEqual(['', false]);
  });

  it('comes from the other end when it is descending', async () => {
    expect(await page({ descending: true })).toEqual(['éclair c b a Zebra', false]);
    expect(await page({ descending: true, limit: 2 })).toEqual(['éclair c', true]);
    expect(await page({ descending: true, limit: 2, offset: 3 })).toEqual(['a Zebra', false]);
    expect(await page({ descending: true, limit: 2, offset: 4 })).toEqual(['Zebra', false]);
    expect(await page({ descending: true, offset: 5 })).toEqual(['', false]);
  });

  it('sorts by commit and by protection, ties by name', async () => {
    expect(await page({ sort: 'commit' })).toEqual(['b a c Zebra éclair', false]);
    expect(await page({ sort: 'commit', descending: true })).toEqual(['éclair Zebra c a b', false]);
    expect(await page({ sort: 'protected' })).toEqual(['Zebra b éclair a c', false]);
    expect(await page({ sort: 'protected', limit: 2, offset: 3 })).toEqual(['a c', false]);
  });

  it('searches names without regard to case, in any script', async () => {
    expect(await page({ searchTerm: 'ÉC' })).toEqual(['éclair', false]);
    for (const searchTerm of ['σ', 'ς', 'Σ', 'οδος', 'ΟΔΟΣ'])
      expect(await page({ searchTerm }, greek)).toEqual(['ΟΔΟΣ', false]);
    expect(await page({ searchTerm: 'B' })).toEqual(['Zebra b', false]);
    expect(await page({ searchTerm: 'B', limit: 1 })).toEqual(['Zebra', true]);
    expect(await page({ searchTerm: 'B', searchFields: [] })).toEqual(['', false]);
  });

  it('lies between times of commits, both excluded', async () => {
    expect(await page({ before: 300 })).toEqual(['a b c', false]);
    expect(await page({ after: 100 })).toEqual(['Zebra a c', false]);
    expect(await page({ after: 100, before: 300, descending: true })).toEqual(['c a', false]);
  });

  it('is empty for deactivated branches, which there are none of', async () => {
    expect(await page({ active: false })).toEqual(['', false]);
  });

  it('of many branches lets others have the event loop', async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      id: `branch-${String(at).padStart(6, '0')}`,
      commit: `${(at * 7919) % 100_000}`.padStart(40, '0'),
    }));
    const facts = {
      branches: snapshot(many),
      protectedAmong: () => Promise.resolve(() => false),
      times: (commits: string[]) => Promise.resolve(commits.map(() => 1)),
    };
    const whole = { limit: 1, offset: 0, active: true, descending: false };
    for (const query of [{ searchTerm: 'none' }, { after: 5 }, { sort: 'commit' }, { sort: 'protected' }]) {
      let turns = 0;
      let ended = false;
      const other = (): void => {
        turns += 1;
        if (!ended) setImmediate(other);
      };
      setImmediate(other);
      await branchPage(facts, { ...whole, ...query });
      ended = true;
      expect(turns).toBeGreaterThan(0);
    }
  });

  it('that is searched is the same over several parts of a long list, from both ends', async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => ({ id: `b${10_000 + at}`, commit: '1' }));
    const facts = {
      branches: snapshot(many),
      protectedAmong: () => Promise.resolve(() => false),
      times: () => Promise.resolve([]),
    };
    const of = async (query: Partial<ListQuery>): Promise<unknown> => {
      const whole = { limit: 2, offset: 1, active: true, descending: false, searchTerm: '99' };
      const { results, more } = await branchPage(facts, { ...whole, ...query });
      return [results.map(({ id }) => id), more];
    };
    expect(await of({})).toEqual([['b10199', 'b10299'], true]);
    expect(await of({ descending: true })).toEqual([['b12399', 'b12299'], true]);
    expect(await of({ offset: 41 })).toEqual([['b12399', 'b12499'], false]);
    expect(await of({ offset: 41, descending: true })).toEqual([['b10199', 'b10099'], false]);
  });
});
