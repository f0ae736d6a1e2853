import { LoopShare } from '@holdfast/kernel';

/** Others have the event loop after this (ms): everybody's logins pass through this process. */
const share = new LoopShare(1);

/**
 * Whether everybody sees the factors of a modulus (odd, of 2048 bits or more): it is a prime, or the square of a
 * number. Then everybody can sign with the key. It takes time that grows with the third power of the length: 40 ms of
 * the processor at 3072 bits, and half a second at 8192; others have the event loop meanwhile.
 */
export const hasOpenFactors = async (modulus: bigint): Promise<boolean> =>
  isSquare(modulus) || (await looksPrime(modulus));

/** By Newton's method, from above. */
const isSquare = (number: bigint): boolean => {
  let root = 1n << BigInt(number.toString(16).length * 2);
  for (;;) {
    const nearer = (root + number / root) >> 1n;
    if (nearer >= root) return root * root === number;
    root = nearer;
  }
};

/**
 * Fermat's test with the base 2, which each prime passes. Of products of two large primes that somebody has drawn none
 * does; one that is made to pass is no loss.
 */
const looksPrime = async (number: bigint): Promise<boolean> => {
  let power = 1n;
  for (const bit of (number - 1n).toString(2)) {
    power = ((power * power) << (bit === '1' ? 1n : 0n)) % number;
    if (share.isOver) await share.pass();
  }
  return power === 1n;
};
