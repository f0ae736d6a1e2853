import { WaitingLine, type Waiter } from './waiting-line.js';

const refuse = (): void => undefined;
const waiter = (...parties: string[]): Waiter => ({ parties, refuse });
const several = (count: number, ...parties: string[]): Waiter[] =>
  Array.from({ length: count }, () => waiter(...parties));

describe('a waiting line', () => {
  let line: WaitingLine<Waiter>;
  beforeEach(() => {
    line = new WaitingLine({ total: 6, each: [5, 4] });
  });
  const fill = (...all: Waiter[]): Waiter[] => {
    for (const one of all) if (!line.add(one)) throw new Error('it has no place');
    return all;
  };

  it('has so many places for all, for a company and for an account, and counts who leaves', () => {
    const all = fill(...several(4, 'a', 'ann'));
    expect(line.add(waiter('a', 'ann'))).toBe(false);
    fill(waiter('a', 'amy'));
    expect(line.add(waiter('a', 'ada'))).toBe(false);
    fill(waiter('b', 'bob'));
    expect([line.add(waiter('c', 'carl')), line.size, line.of(0, 'a'), line.of(1, 'ann')]).toEqual([
      ...[false, 6, 5, 4],
    ]);
    expect([line.delete(all[0]), line.delete(all[0]), line.size]).toEqual([true, false, 5]);
    expect([...line].slice(0, 3)).toEqual(all.slice(1));
  });

  it('gives a company the place of the last one of the account that has most, of the company that has most', () => {
    const [, , ann] = fill(...several(3, 'a', 'ann'), waiter('a', 'amy'), ...several(2, 'b', 'bob'));
    expect(line.lastOfMost(waiter('c', 'carl'))).toBe(ann);
  });

  it('gives an account the place of another one of its company that has more, where that has all of its places', () => {
    const all = fill(...several(2, 'a', 'ann'), ...several(3, 'a', 'amy'), waiter('b', 'bob'));
    expect(line.lastOfMost(waiter('a', 'ada'))).toBe(all[4]);
    expect(line.lastOfMost(waiter('a', 'ann'))).toBeUndefined();
  });

  it('gives nobody a place of who has no more than he would have then', () => {
    fill(...several(2, 'a', 'ann'), ...several(2, 'b', 'bob'), ...several(2, 'c', 'carl'));
    expect(line.lastOfMost(waiter('a', 'ann'))).toBeUndefined();
    expect(line.lastOfMost(waiter('a', 'amy'))?.parties).toEqual(['a', 'ann']);
    expect(line.lastOfMost(waiter('d', 'dan'))?.parties).toEqual(['c', 'carl']);
  });

  it('gives nobody a place of others where his own account has all of its places', () => {
    line = new WaitingLine({ total: 9, each: [8, 2] });
    fill(...several(2, 'a', 'ann'), ...several(2, 'a', 'amy'), ...several(2, 'b', 'bob'));
    expect(line.lastOfMost(waiter('a', 'ann'))).toBeUndefined();
  });

  it('gives a place of the same repository where that has all of its places, whoever else has more', () => {
    line = new WaitingLine({ total: 9, each: [8, 8, 3] });
    const [, ann] = fill(
      ...several(2, 'a', 'ann', 'r'),
      waiter('a', 'amy', 'r'),
      ...several(3, 'b', 'bob', 's'),
    );
    expect(line.add(waiter('a', 'ada', 'r'))).toBe(false);
    expect(line.lastOfMost(waiter('c', 'carl', 'r'))).toBe(ann);
  });

  it('leaves their places to those that are not to be refused', () => {
    fill(...several(4, 'a', 'ann').map(({ parties }) => ({ parties })), ...several(2, 'b', 'bob'));
    expect(line.lastOfMost(waiter('c', 'carl'))?.parties).toEqual(['b', 'bob']);
  });
});
