import type { Reading, VcsKind } from '@holdfast/vcs-spi';
import { meantCommits } from './meant-commits.js';

describe('the commits that new names mean', () => {
  const kind = {
    mistakenFor: ({ name }: { name: string }) => [{ sort: 'commit', name, ever: name === 'ever' }],
  } as unknown as VcsKind;
  const reading = {} as Reading;
  const made = (name: string) => ({ sort: 'tag' as const, name, new: 'x' });
  let asked: string[];
  const data = {
    resolve: (id: string) => {
      asked.push(id);
      if (id === 'c1') return Promise.resolve({ outcome: 'found' as const, id: 'c1c1' });
      return Promise.resolve({ outcome: id === 'c2' ? ('ambiguous' as const) : ('absent' as const) });
    },
  };
  const developer = { protectedPush: false };
  beforeEach(() => (asked = []));

  it('are those that there are, also where there are several', async () => {
    const names = ['c1', 'c2', 'c3'];
    const found = await meantCommits({ kind, data, reading }, names.map(made), developer);
    expect(names.filter((name) => found.get(name) !== undefined)).toEqual(['c1', 'c2']);
  });

  it('are not looked for where it does not matter, nor where there are very many', async () => {
    const found = await meantCommits({ kind, data, reading }, [made('c1')], { protectedPush: true });
    expect(found.get('c1')).toBeUndefined();
    const moved = await meantCommits({ kind, data, reading }, [{ ...made('c1'), old: 'y' }], developer);
    expect(moved.get('c1')).toBeUndefined();
    await meantCommits({ kind, data, reading }, [made('ever')], developer);
    const many = Array.from({ length: 1_001 }, (_, at) => made(`n${at}`));
    expect((await meantCommits({ kind, data, reading }, many, developer)).get('n7')).toBe('n7');
    expect(asked).toEqual([]);
  });
});
