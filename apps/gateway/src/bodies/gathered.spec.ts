import { Gathered } from './gathered.js';

/** The bytes 0, 1, 2 … in pieces of these lengths. */
const pieces = (lengths: number[]): Buffer[] => {
  let at = 0;
  return lengths.map((length) => Buffer.from(Array.from({ length }, () => (at += 1) % 251)));
};

describe('bytes that come in pieces', () => {
  it.each([
    ['none', []],
    ['one', [5]],
    ['few', [5, 0, 3000, 1]],
    ['many of one byte', Array<number>(10_000).fill(1)],
    ['small and large ones', Array.from({ length: 200 }, (_, index) => (index % 7 === 0 ? 2000 : index * 5))],
  ])('are whole and in their order: %s', (_, lengths) => {
    const sent = pieces(lengths);
    const gathered = new Gathered();
    for (const piece of sent) gathered.add(piece);
    expect(gathered.whole().equals(Buffer.concat(sent))).toBe(true);
  });

  it('do not take the memory of their pieces', () => {
    const held = 1_000_000;
    const before = process.memoryUsage();
    const gathered = new Gathered();
    for (let left = held; left > 0; left -= 1) gathered.add(Buffer.from([1]));
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    // As pieces they would take 100 MB at least; some of what has become free may still be counted.
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(60 * held);
    expect(gathered.whole()).toHaveLength(held);
  });
});
