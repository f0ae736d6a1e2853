import { rsaNumbers } from './rsa-numbers.js';
import { WireFields } from './wire-fields.js';

const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
/** An odd number of so many bits, all of them set. */
const ones = (bits: number): Buffer => {
  const bytes = Buffer.alloc(Math.ceil(bits / 8), 0xff);
  bytes[0] = 0xff >> ((8 - (bits % 8)) % 8);
  return bytes;
};
const integer = (bytes: Buffer): Buffer =>
  field(bytes[0] >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
const read = (e: Buffer, n: Buffer) => rsaNumbers(new WireFields(Buffer.concat([integer(e), integer(n)])));
const usual = Buffer.from([1, 0, 1]);

describe('the numbers of an RSA key', () => {
  it.each([
    [2048, usual],
    [8192, usual],
    [3072, Buffer.of(3)],
    [3072, ones(32)],
  ])('are accepted: a modulus of %d bits, an exponent of %p', (bits, e) => {
    expect(read(e, ones(bits))).toEqual({ e, n: ones(bits) });
  });

  it.each([
    ['a short modulus', usual, ones(2047)],
    ['a long modulus', usual, ones(8193)],
    ['an even modulus', usual, Buffer.alloc(256, 0xfe)],
    ['an exponent of 33 bits', ones(33), ones(3072)],
    ['an exponent as long as the modulus', ones(3072), ones(3072)],
    ['an even exponent', Buffer.from([1, 0, 0]), ones(3072)],
    ['the exponent 1', Buffer.of(1), ones(3072)],
  ])('are refused: %s', (_, e, n) => {
    expect(() => read(e, n)).toThrow(RangeError);
  });

  it.each([
    ['a negative one', field(usual), field(ones(3072))],
    ['a padded one', field(Buffer.from([0, 1, 0, 1])), integer(ones(3072))],
    ['none', field(Buffer.alloc(0)), integer(ones(3072))],
  ])('are refused as integers: %s', (_, e, n) => {
    expect(() => rsaNumbers(new WireFields(Buffer.concat([e, n])))).toThrow(RangeError);
  });
});
