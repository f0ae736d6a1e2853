import { RefTable } from './ref-table.js';

const id = (digit: string) => digit.repeat(40);
const table = (names: string[]) =>
  names.reduce((all, name, at) => all.with(name, id(String(at % 10))), RefTable.of([], []));

describe('a table of refs', () => {
  it('finds what was put in and nothing else', () => {
    const refs = table(['b', 'a', 'ünï', 'a/b']);
    expect(refs.get('ünï')).toBe(id('2'));
    expect(refs.get('A')).toBeUndefined();
    expect(refs.get('')).toBeUndefined();
    expect(refs.size).toBe(4);
  });

  it('is changed by making another one', () => {
    const refs = table(['a', 'c']);
    expect(refs.with('b', id('9')).names).toEqual(['a', 'b', 'c']);
    expect(refs.with('a', id('9')).get('a')).toBe(id('9'));
    expect(refs.with('a', undefined).names).toEqual(['c']);
    expect(refs.with('x', undefined)).toBe(refs);
    expect(refs.names).toEqual(['a', 'c']);
  });

  it('orders names by their bytes, also where UTF-16 orders otherwise', () => {
    expect(table(['😀', '￼', 'z', 'Z', 'é', 'a/b', 'a-b']).names).toEqual([
      'Z',
      'a-b',
      'a/b',
      'z',
      'é',
      '￼',
      '😀',
    ]);
  });

  it('says whether one of the first is at a commit', () => {
    const refs = table(['a', 'b', 'c']);
    expect([1, 2, 3, 9].map((most) => refs.hasTip(id('1'), most))).toEqual([false, true, true, true]);
    expect(refs.hasTip(id('3'), 9)).toBe(false);
  });

  it('cuts pages, also beyond the end', () => {
    const refs = table(['a', 'b', 'c']);
    expect(refs.page(1, 5).map((ref) => ref.id)).toEqual(['b', 'c']);
    expect(refs.page(3, 5)).toEqual([]);
  });

  it('knows which names exclude each other', () => {
    const refs = table(['a/b/c', 'x', 'x-y', 'é/é']);
    expect(refs.collision('a')).toBe('a/b/c');
    expect(refs.collision('a/b')).toBe('a/b/c');
    expect(refs.collision('x/y/z')).toBe('x');
    expect(refs.collision('é')).toBe('é/é');
    // Who asks of many names has each directory looked for once.
    const known = new Set<string>();
    expect(refs.collision('a/c/d/e', known)).toBeUndefined();
    expect([...known]).toEqual(['a/c/d', 'a/c', 'a']);
    expect(refs.collision('x/y', known)).toBe('x');
    expect(known.size).toBe(3);
    for (const free of ['a/c', 'a/b/c', 'ab', 'x-', 'x-y-z']) expect(refs.collision(free)).toBeUndefined();
  });

  it('knows how much memory it takes, whatever it came of', () => {
    const refs = table(['a', 'bb', 'ccc']);
    expect(refs.weight).toBe(306);
    expect(refs.with('bb', undefined).with('a', id('9')).weight).toBe(204);
    const over = refs.under(
      new Map([
        ['bb', id('8')],
        ['d'.repeat(1000), id('9')],
      ]),
    );
    expect(over.weight).toBe(1406);
    expect(over.page(0, 9).map(({ commit }) => commit[0])).toEqual(['0', '8', '2', '9']);
  });
});
