import { madeKey } from '@holdfast/platform/testing';
import { hasOpenFactors } from './rsa-modulus.js';

const numberOf = (encoded = ''): bigint => BigInt(`0x${Buffer.from(encoded, 'base64url').toString('hex')}`);

/** A new key of RSA: its modulus, and a prime of it, which has half the length. */
const made = (bits: number): { modulus: bigint; prime: bigint } => {
  const { n, p } = madeKey('rsa', bits).export({ format: 'jwk' });
  return { modulus: numberOf(n), prime: numberOf(p) };
};

describe('the modulus of an RSA key', () => {
  it('shows nothing as it is made', async () => {
    for (const bits of [2048, 3072, 4096])
      expect([bits, await hasOpenFactors(made(bits).modulus)]).toEqual([bits, false]);
  });

  it('shows all where it is a prime', async () => {
    expect(await hasOpenFactors(made(2048).prime)).toBe(true);
    expect(await hasOpenFactors(2n ** 2203n - 1n)).toBe(true);
  });

  it('shows all where it is a square', async () => {
    const { modulus, prime } = made(2048);
    expect(await hasOpenFactors(prime * prime)).toBe(true);
    expect(await hasOpenFactors(modulus * modulus)).toBe(true);
    expect(await hasOpenFactors(modulus * modulus + 2n)).toBe(false);
  });

  it('is looked at while others have the event loop', async () => {
    let turns = 0;
    let isDone = false;
    const others = (): void => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    await hasOpenFactors(2n ** 4423n - 1n);
    isDone = true;
    expect(turns).toBeGreaterThan(5);
  });
});
