/**
 * Sets of small numbers as bytes: bit n, counted from the highest of the first byte, stands for n. A set may be shorter
 * or longer than what its reader has numbers for.
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

/** What the numbers of the set weigh together; `weights` by number. */
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
