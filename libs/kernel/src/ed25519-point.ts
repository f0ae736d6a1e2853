import type { WireFields } from './wire-fields.js';

/** The field, and the constant of the curve `-x² + y² = 1 + d·x²·y²` over it (RFC 8032). */
const p = 2n ** 255n - 19n;
const d =
  37_095_705_934_669_439_343_138_083_508_754_565_189_542_113_879_843_219_016_388_785_533_085_940_283_555n;

/** The sign of x. */
const sign = 2n ** 255n;

/** The y that the bytes say, the lowest first. */
const yOf = (bytes: Buffer): bigint => {
  const number = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  return number >= sign ? number - sign : number;
};

/**
 * The public key of Ed25519 in a field of SSH. Who stores a key and who checks signatures accept the same ones. With a
 * point of small order anybody can sign, and what is no smaller than the field is a second form of another point.
 * @throws RangeError for a key that is not accepted
 */
export const ed25519Point = (fields: WireFields): Buffer => {
  const bytes = fields.next();
  if (bytes.length !== 32) throw new RangeError('a point has 32 bytes');
  const y = yOf(bytes);
  if (y >= p) throw new RangeError('not the form of a point');
  const u = (y * y) % p;
  // y is 0 where the order is 4, y² is 1 where it is 1 or 2; twice a point of order 8 has the y 0.
  if ((y * (u - 1n) * (d * u * u + 2n * u - 1n)) % p === 0n) throw new RangeError('a point of small order');
  return bytes;
};

/** Whether there is a point with this y: half of all numbers are none. It takes half a millisecond. */
export const isOnEd25519 = (bytes: Buffer): boolean => {
  const y = yOf(bytes);
  const u = (y * y) % p;
  return isSquare(((u + p - 1n) * (d * u + 1n)) % p);
};

/** By Euler's criterion. */
const isSquare = (number: bigint): boolean => {
  let power = 1n;
  for (const bit of ((p - 1n) / 2n).toString(2)) {
    power = (power * power) % p;
    if (bit === '1') power = (power * number) % p;
  }
  return power === 0n || power === 1n;
};
