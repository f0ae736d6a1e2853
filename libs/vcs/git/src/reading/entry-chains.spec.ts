import { EntryChains } from './entry-chains.js';

describe('the entries of a directory', () => {
  const asked: string[] = [];
  const chains = (names: string, standing: Record<string, string> = {}, known: Record<string, object> = {}) =>
    new EntryChains(
      'T',
      names,
      (commit) => known[commit] && new Map(Object.entries(known[commit] as Record<string, string>)),
      (commit) => {
        asked.push(commit);
        return Promise.resolve(new Set(standing[commit]));
      },
    );
  const follow = (all: EntryChains, commit: string, parents: string, changed = '') =>
    all.follow({ commit, parents: [...parents] }, new Set(changed));
  const foundIn = ({ found }: EntryChains) => Object.fromEntries([...found].sort());
  const reached = (all: EntryChains) => [...'TSRXYOPQ'].filter((commit) => all.reach(commit)).join('');
  beforeEach(() => {
    asked.length = 0;
  });

  it('are followed to the commits that touched them', async () => {
    const all = chains('abc');
    await follow(all, 'T', 'S', 'a');
    await follow(all, 'X', 'Y', 'b');
    expect([reached(all), all.isOver]).toEqual(['S', false]);
    await follow(all, 'S', 'R', 'xb');
    await follow(all, 'R', '');
    expect(foundIn(all)).toEqual({ a: 'T', b: 'S', c: 'R' });
    expect([reached(all), all.isOver, asked]).toEqual(['', true, []]);
  });

  it('go on to the first parent of a merge in which they stand so', async () => {
    const all = chains('abcd', { P: 'bc', Q: 'cd' });
    await follow(all, 'T', 'OPQ', 'bcda');
    expect(foundIn(all)).toEqual({ a: 'T' });
    await follow(all, 'P', 'R', 'b');
    await follow(all, 'Q', 'R', 'd');
    await follow(all, 'R', '', 'c');
    expect(foundIn(all)).toEqual({ a: 'T', b: 'P', c: 'R', d: 'Q' });
    expect(asked).toEqual(['P', 'Q']);
  });

  it('meet again', async () => {
    const all = chains('ab', { P: 'b' });
    await follow(all, 'T', 'OP', 'b');
    await follow(all, 'O', 'R');
    await follow(all, 'P', 'R');
    expect(reached(all)).toBe('R');
    await follow(all, 'R', '');
    expect(foundIn(all)).toEqual({ a: 'R', b: 'R' });
  });

  it('begin further back where nothing was touched before', async () => {
    const all = chains('a', {}, { R: { a: 'K' } });
    all.begin('T');
    all.begin('S');
    expect(reached(all)).toBe('S');
    await follow(all, 'S', 'R');
    expect([foundIn(all), all.isOver]).toEqual([{ a: 'K' }, true]);
    all.begin('R');
  });

  it('are not followed where it is known already', async () => {
    const all = chains('abc', {}, { T: { a: 'K' }, S: { b: 'L', c: 'M' } });
    expect(foundIn(all)).toEqual({ a: 'K' });
    await follow(all, 'T', 'S', 'c');
    expect([foundIn(all), all.isOver]).toEqual([{ a: 'K', b: 'L', c: 'T' }, true]);
  });
});
