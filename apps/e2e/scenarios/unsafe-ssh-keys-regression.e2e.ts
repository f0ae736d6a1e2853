import { getDiffieHellman } from 'node:crypto';
import { SshClient } from '../clients/ssh.js';
import { unique } from '../scratch.js';
import { companyAdmin, newUser, type Person } from '../world.js';

const field = (bytes: Buffer | string): Buffer => {
  const content = Buffer.from(bytes as string, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};
const integer = (number: bigint): Buffer => {
  const digits = number.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return field(bytes[0] >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
};
const line = (type: string, ...fields: Buffer[]): string =>
  `${type} ${Buffer.concat([field(type), ...fields]).toString('base64')}`;

const ed25519 = (low: number, others: number, last: number): string =>
  line('ssh-ed25519', field(Buffer.concat([Buffer.of(low), Buffer.alloc(30, others), Buffer.of(last)])));
const rsa = (modulus: bigint, exponent = 65_537n): string =>
  line('ssh-rsa', integer(exponent), integer(modulus));
const p256 = (inside: string, point: Buffer): string =>
  line('ecdsa-sha2-nistp256', field(inside), field(point));

/** Of 2,048 bits; RFC 3526. */
const prime = BigInt(`0x${getDiffieHellman('modp14').getPrime('hex')}`);
const modulus = 2n ** 2203n + 1n;

const unsafe: [string, string][] = [
  ['a point of order 1', ed25519(1, 0, 0)],
  ['a point of order 2', ed25519(0xec, 0xff, 0x7f)],
  ['a point of order 4', ed25519(0, 0, 0)],
  ['a point in a second form', ed25519(0xff, 0xff, 0xff)],
  ['no point of its curve', ed25519(2, 0, 0)],
  ['no point of P-256', p256('nistp256', Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]))],
  ['the name of another curve', p256('nistp384', Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]))],
  ['an RSA modulus that is a prime', rsa(2n ** 2203n - 1n)],
  ['another one', rsa(prime)],
  ['an RSA modulus that is a square', rsa(prime ** 2n)],
  ['an even RSA modulus', rsa(modulus + 1n)],
  ['the RSA exponent 1', rsa(modulus, 1n)],
  ['an even RSA exponent', rsa(modulus, 65_536n)],
  ['an RSA exponent as long as its modulus', rsa(modulus, modulus - 2n)],
];

/** With such keys anybody, or nobody, could sign. */
describe('An SSH key that cannot be safe', () => {
  let user: Person;
  beforeAll(async () => {
    user = await newUser(await companyAdmin());
  });

  it.each(unsafe)('is not stored: %s', async (_, content) => {
    const { status, body } = await user.api.post('/account/ssh_keys', { title: unique('key'), content });
    expect([status, body.api_errors]).toEqual([422, { content: { invalid: true } }]);
  });

  it.each([
    ['ed25519', undefined],
    ['ecdsa', 256],
    ['ecdsa', 384],
    ['ecdsa', 521],
    ['rsa', 2048],
    ['rsa', 3072],
    ['rsa', 4096],
  ])('is none that ssh-keygen makes: %s %s', async (type, bits) => {
    expect(await (await SshClient.make(type, bits)).store(user)).toMatch(/^[0-9a-f]{24}$/);
  });
});
