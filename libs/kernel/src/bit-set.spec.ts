import { bitSetOf, numbersIn, weightOfSet } from './bit-set.js';

describe('a set of small numbers', () => {
  const numbers = [0, 7, 8, 17];
  const set = bitSetOf(numbers, 18);

  it('takes a bit for each number, the first one the highest', () => {
    expect([...set]).toEqual([0x81, 0x80, 0x40]);
  });

  it('is read in order, up to an end', () => {
    expect([...numbersIn(set, 18)]).toEqual(numbers);
    expect([...numbersIn(set, 17)]).toEqual([0, 7, 8]);
    expect([...numbersIn(set, 100)]).toEqual(numbers);
  });

  it('weighs what its numbers weigh', () => {
    const weights = Array.from({ length: 18 }, (_, at) => at + 1);
    expect(weightOfSet(set, weights)).toBe(1 + 8 + 9 + 18);
    expect(weightOfSet(set, weights.slice(0, 8))).toBe(1 + 8);
    expect(weightOfSet(Buffer.alloc(0), weights)).toBe(0);
  });
});
