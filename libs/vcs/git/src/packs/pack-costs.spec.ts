import { createHash } from 'node:crypto';
import { mostSurplus, PackCosts, whole, type PackedObject } from './pack-costs.js';

const idOf = (name: string): string => createHash('sha1').update(name).digest('hex');
const mebibyte = 1 << 20;

/** Each but the first is a difference from the one before. */
const chain = (count: number, given: Partial<PackedObject> = {}): PackedObject[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: idOf(`${at}`), type: 'blob', size: mebibyte, packed: 100, length: 200, ...given },
    base: at === 0 ? whole : idOf(`${at - 1}`),
  }));

/** `files`: so many beside them, of 10 KB each. */
const surplusOf = (objects: readonly PackedObject[], files = 0): number => {
  const costs = new PackCosts(objects.length + files);
  for (const each of objects) costs.add(each);
  const file = { type: 'blob', size: 10_000, packed: 3_000, length: 10_000, base: whole };
  for (let each = 0; each < files; each += 1) costs.add({ ...file, id: idOf(`file ${each}`) });
  return costs.surplus;
};

describe('what it costs to read the objects of a pack', () => {
  it('is usual for chains as git makes them, and beyond for longer ones', () => {
    expect(surplusOf(chain(64))).toBe(0);
    expect(surplusOf(chain(120, { packed: 10 }))).toBeGreaterThan(mostSurplus);
    expect(surplusOf(chain(600))).toBe(Infinity);
  });

  it('is usual for files that have grown where the pack has many, and not for directories', () => {
    const grown = (type: string, size: number): PackedObject[] => [
      ...chain(49, { type, size }),
      { id: idOf('old'), type, size: size >> 6, packed: 60, length: 90, base: idOf('48') },
    ];
    expect(surplusOf(grown('blob', 12 * mebibyte))).toBe(Infinity);
    expect(surplusOf(grown('blob', mebibyte))).toBeGreaterThan(mebibyte);
    expect(surplusOf(grown('blob', mebibyte), 2_000)).toBe(0);
    expect(surplusOf(grown('tree', mebibyte), 2_000)).toBeGreaterThan(mebibyte);
  });

  it('is beyond where more is read than anybody makes of what is unpacked, in one or in all of a chain', () => {
    const one = { id: idOf('a'), type: 'tree', size: 100, length: 100, base: whole };
    expect(surplusOf([{ ...one, packed: 160 }])).toBe(0);
    expect(surplusOf([{ ...one, packed: 4_000_000 }])).toBe(Infinity);
    expect(surplusOf(chain(50, { packed: 300_000 }))).toBe(Infinity);
  });

  it('may be beyond where what is small is a difference from what takes much of the pack', () => {
    const large = { type: 'blob', size: 3_000_000, packed: 3_000_900, length: 3_000_000 };
    const base = { ...large, id: idOf('b'), base: whole };
    const possibleOf = (size: number, packed = base.packed): number => {
      const costs = new PackCosts(2);
      costs.add({ ...base, packed });
      costs.add({ ...base, id: idOf('c'), size, packed: 30, length: 40, base: base.id });
      expect(costs.surplus).toBe(0);
      return costs.possible;
    };
    expect([possibleOf(1_500_000), possibleOf(150_000, 30_000)]).toEqual([0, 0]);
    expect(possibleOf(100_000)).toBeGreaterThan(mostSurplus);
  });

  // 270,000 files that differ in some bytes, of 9 MB in the pack, made room for 2 GB of what is read slowly.
  it('is not less for files beside it that take nothing of the pack', () => {
    const costs = new PackCosts(30_002);
    const base = {
      id: idOf('b'),
      type: 'blob',
      size: 3_000_000,
      packed: 3_000_000,
      length: 3_000_000,
      base: whole,
    };
    costs.add(base);
    costs.add({ ...base, id: idOf('c'), size: 100_000, packed: 30, length: 40, base: base.id });
    for (const each of chain(140, { packed: 100_000 })) costs.add({ ...each, id: `${each.id.slice(1)}0` });
    const before = [costs.surplus, costs.possible];
    for (let each = 0; each < 30_000; each += 1)
      costs.add({ id: idOf(`${each}`), type: 'blob', size: 2_000, packed: 35, length: 20, base: base.id });
    expect(before).toEqual([costs.surplus, costs.possible]);
  });

  it('is beyond where differences are longer than anybody makes them', () => {
    expect(surplusOf(chain(50, { length: mebibyte / 13 }))).toBe(0);
    expect(surplusOf(chain(50, { length: mebibyte / 2 }))).toBe(Infinity);
    expect(surplusOf(chain(2, { type: 'tree', size: 1_000, length: 12_192 }))).toBe(0);
    expect(surplusOf(chain(2, { type: 'tree', size: 1_000, length: 100_000 }))).toBeGreaterThan(mebibyte);
  });

  // The first versions of a list that grows stand behind fifty of the last ones, which are larger by far.
  it('is honest for a list that has grown from nothing', () => {
    const grown = Array.from({ length: 60 }, (_, at): PackedObject => {
      const size = 1_000_000 - at * 16_000;
      const base = at % 50 === 0 ? whole : idOf(`${at - 1}`);
      return { id: idOf(`${at}`), type: 'blob', size, packed: 60, length: 90, base };
    });
    expect(surplusOf(grown)).toBeLessThan(mostSurplus / 8);
  });

  it('is beyond where a difference takes more of the pack than what it is', () => {
    const objects = chain(50, { size: 6_000, packed: 7_000 });
    expect(surplusOf(objects)).toBeGreaterThan(20 * 49 * 1_000);
  });

  it('is known when all were told once more, where a base comes behind what is made from it', () => {
    const costs = new PackCosts(3);
    const [base, ...others] = chain(3);
    const tell = (): void => {
      for (const each of [...others, base]) costs.add(each);
    };
    tell();
    expect(costs.isIncomplete).toBe(true);
    expect(costs.surplus).toBe(Infinity);
    costs.again();
    tell();
    expect(costs.isIncomplete).toBe(false);
    expect(costs.surplus).toBe(0);
  });

  it('tells of commits and tags that are read slowly', () => {
    const costs = new PackCosts(1);
    costs.add({ id: idOf('c'), type: 'commit', size: 200, packed: 10_000, length: 200, base: whole });
    expect(costs.hasSlowTexts).toBe(true);
    costs.again();
    expect(costs.hasSlowTexts).toBe(false);
  });
});
