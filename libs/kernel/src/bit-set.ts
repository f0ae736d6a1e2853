/**
 * A set of small numbers as bytes. Number 0 is the highest bit of the first byte, number 8 that of the second. The
 * bytes may end earlier or later than the numbers that a reader knows.
 */

/** The set of these numbers, which are below `end`. */
export const bitSetOf = (numbers: Iterable<number>, end: number): Buffer => {
  const set = Buffer.alloc(Math.ceil(end / 8));
  for (const number of numbers) set[number >> 3] |= 0x80 >> (number & 7);
  return set;
};

/** The numbers of the set that are below `end`, in order. */
export function* numbersIn(set: Uint8Array, end: number): Generator<number, void> {
  const bytes = Math.min(set.length, Math.ceil(end / 8));
  for (let byte = 0; byte < bytes; byte += 1) {
    if (set[byte] === 0) continue;
    for (let number = byte * 8; number < Math.min(byte * 8 + 8, end); number += 1)
      if (set[byte] & (0x80 >> (number & 7))) yield number;
  }
}

/** The sum of the weights of the numbers in the set. `weights`: that of each number. */
export const weightOfSet = (set: Uint8Array, weights: readonly number[]): number => {
  let sum = 0;
  const bytes = Math.min(set.length, Math.ceil(weights.length / 8));
  for (let byte = 0; byte < bytes; byte += 1) {
    if (set[byte] === 0) continue;
    for (let number = byte * 8; number < Math.min(byte * 8 + 8, weights.length); number += 1)
      if (set[byte] & (0x80 >> (number & 7))) sum += weights[number];
  }
  return sum;
};
