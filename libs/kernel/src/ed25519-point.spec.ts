import { createPrivateKey, createPublicKey, randomBytes, verify } from 'node:crypto';
import { ed25519Point, isOnEd25519 } from './ed25519-point.js';
import { WireFields } from './wire-fields.js';

const read = (point: Buffer): Buffer =>
  ed25519Point(new WireFields(Buffer.concat([Buffer.of(0, 0, 0, point.length), point])));
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
/** `low`, and then the same byte up to the last one. */
const bytes = (low: number, others: number, last: number): Buffer =>
  Buffer.concat([Buffer.of(low), Buffer.alloc(30, others), Buffer.of(last)]);
const keyOf = (point: Buffer) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') },
    format: 'jwk',
  });
/** What stands before the 32 bytes of a private key of Ed25519 in PKCS 8. */
const before = hex('302e020100300506032b657004220420');
const made = (): Buffer => {
  const key = Buffer.concat([before, randomBytes(32)]);
  const { x = '' } = createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
};

const eighth = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03';
const otherEighth = '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc';
/** By their orders. */
const small: [string, Buffer][] = [
  ['1', bytes(1, 0, 0)],
  ['2', bytes(0xec, 0xff, 0x7f)],
  ['4', bytes(0, 0, 0)],
  ['4, the other way', bytes(0, 0, 0x80)],
  ['8', hex(`${eighth}7a`)],
  ['8, the other way', hex(`${eighth}fa`)],
  ['8, the third', hex(`${otherEighth}05`)],
  ['8, the fourth', hex(`${otherEighth}85`)],
];

describe('a public key of Ed25519', () => {
  it('is accepted as it is made', () => {
    for (let count = 0; count < 200; count += 1) {
      const point = made();
      expect([read(point), isOnEd25519(point)]).toEqual([point, true]);
    }
  });

  it.each(small)('is refused where its order is %s: anybody can sign with it', (_, point) => {
    // The point of order 1 and the number 0 are a signature of each message that goes with the order.
    const signature = Buffer.concat([bytes(1, 0, 0), Buffer.alloc(32)]);
    const messages = Array.from({ length: 200 }, (_, at) => Buffer.from(String(at)));
    expect(messages.some((each) => verify(null, each, keyOf(point), signature))).toBe(true);
    expect(() => read(point)).toThrow('small order');
  });

  it.each([
    ['0', bytes(0xed, 0xff, 0x7f)],
    ['1', bytes(0xee, 0xff, 0x7f)],
    ['18, with a sign', bytes(0xff, 0xff, 0xff)],
  ])('is refused in a second form: that of %s', (_, point) => {
    expect(() => read(point)).toThrow('not the form');
  });

  it('has 32 bytes', () => {
    expect(() => read(Buffer.alloc(31, 9))).toThrow('32 bytes');
    expect(() => read(Buffer.alloc(33, 9))).toThrow('32 bytes');
  });

  it('is a point, or nobody could sign with it', () => {
    expect(isOnEd25519(Buffer.alloc(32, 9))).toBe(true);
    expect(isOnEd25519(Buffer.alloc(32, 7))).toBe(false);
    expect(isOnEd25519(bytes(2, 0, 0))).toBe(false);
    expect(isOnEd25519(bytes(3, 0, 0x80))).toBe(true);
  });
});
