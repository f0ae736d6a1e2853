import { fitsAsJson } from './json-size.js';

/** The most bytes that a value must not have to be refused. */
const sizeOf = (value: unknown): number => {
  let limit = 0;
  while (!fitsAsJson(value, limit)) limit += 1;
  return limit;
};

describe('the size of a value as JSON', () => {
  it.each([
    [{}, 2],
    ['ü', 4],
    [[1, -1.5, 0.25], 13],
    [-0, 1],
    [123_456_789_012_345_680_000, 21],
    [1e21, 22],
    [1e308, 309],
    [-1.5e300, 302],
    [-1.7976931348623157e308, 310],
    [1e-7, 9],
    [1.5e-7, 10],
    [-1.5e-7, 11],
    [5e-324, 326],
    [{ a: [1e21, { b: 1e21 }] }, '{"a":[,{"b":}]}'.length + 44],
    [{ text: '1e308' }, '{"text":"1e308"}'.length],
  ])('counts each number of %j written out', (value, bytes) => {
    expect(sizeOf(value)).toBe(bytes);
  });

  it('is too large with nine thousand short numbers that are long', () => {
    const numbers = Array.from({ length: 9_000 }, () => 1e308);
    expect(JSON.stringify(numbers).length).toBeLessThan(64 * 1024);
    expect(fitsAsJson(numbers, 64 * 1024)).toBe(false);
  });
});
