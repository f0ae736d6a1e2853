import { PartedAnswers } from './parted-answers.js';
import { refParts, refsIn } from './ref-parts.js';

const id = (digit: number) => String(digit % 10).repeat(40);
const named = (...names: string[]) => names.map((name, at) => [name, id(at)] as const);

describe('names in parts', () => {
  const parted = new PartedAnswers();
  const told = async (refs: readonly (readonly [string, string])[]) => {
    const parts = await refParts(refs);
    const { first, over } = parted.begin(parts);
    const table = await refsIn(first, (more) => Promise.resolve(parted.next(more)));
    await over;
    return { parts: parts.length, table };
  };

  it('are few in one part', async () => {
    const { parts, table } = await told(named('b', 'ünï', 'a'));
    expect(parts).toBe(1);
    expect(table.names).toEqual(['a', 'b', 'ünï']);
    expect(table.get('ünï')).toBe(id(1));
  });

  it('may be none', async () => {
    const { table } = await told([]);
    expect(table.size).toBe(0);
  });

  it.each([
    ['in their order', (at: number) => at],
    ['backwards', (at: number) => 6_499 - at],
    ['in any order', (at: number) => (at * 37) % 6_500],
  ])('are one table when they come %s', async (_, place) => {
    const all = Array.from({ length: 6_500 }, (_, at) => `n${String(at).padStart(5, '0')}`);
    const { parts, table } = await told(all.map((_, at) => [all[place(at)], id(place(at))] as const));
    expect(parts).toBe(7);
    expect(table.names).toEqual(all);
    expect(all.every((name, at) => table.get(name) === id(at))).toBe(true);
  });

  it('are in the order of their bytes, also where UTF-16 orders otherwise', async () => {
    expect((await told(named('😀', '￼', 'z', 'Z', 'é'))).table.names).toEqual(['Z', 'z', 'é', '￼', '😀']);
  });
});

describe('what an engine tells in parts', () => {
  it('is gone when all has been taken', async () => {
    const parted = new PartedAnswers();
    const { first, over } = parted.begin(['1', '2', '3']);
    const more = first.more ?? '';
    expect([first.part, parted.next(more), parted.next(more)]).toEqual([
      '1',
      { part: '2', more },
      { part: '3' },
    ]);
    await over;
    expect(() => parted.next(more)).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
  });

  it('goes when nobody asks for the next part', async () => {
    const parted = new PartedAnswers(10);
    const { first, over } = parted.begin(['1', '2']);
    await over;
    expect(() => parted.next(first.more ?? '')).toThrow(
      expect.objectContaining({ code: 'unavailable' }) as Error,
    );
  });
});
