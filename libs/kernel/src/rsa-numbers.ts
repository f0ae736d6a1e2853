import type { WireFields } from './wire-fields.js';

/** Bits of the modulus. */
const least = 2048;
const most = 8192;
/**
 * Bytes of the public exponent: the time of checking a signature grows with them, so that one of many bytes stops who
 * checks.
 */
const longest = 4;

/** An integer without its sign byte; a negative or padded one is no key. */
const positive = (field: Buffer): Buffer => {
  if (field.length === 0 || field[0] >= 0x80) throw new RangeError('not a positive integer');
  if (field[0] !== 0) return field;
  if (field.length < 2 || field[1] < 0x80) throw new RangeError('a padded integer');
  return field.subarray(1);
};

const isOdd = (number: Buffer): boolean => number[number.length - 1] % 2 === 1;

/**
 * Exponent and modulus of an RSA key of SSH. Who stores a key and who checks signatures accept the same ones.
 * @throws RangeError for a key that is not accepted
 */
export const rsaNumbers = (fields: WireFields): { e: Buffer; n: Buffer } => {
  const [e, n] = [positive(fields.next()), positive(fields.next())];
  const bits = n.length * 8 - Math.clz32(n[0]) + 24;
  if (bits < least || bits > most || !isOdd(n)) throw new RangeError('an odd modulus of 2048 to 8192 bits');
  if (e.length > longest || !isOdd(e) || (e.length === 1 && e[0] < 3))
    throw new RangeError('an odd exponent from 3 to 32 bits');
  return { e, n };
};
