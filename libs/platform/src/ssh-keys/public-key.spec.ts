import { createHash, sign, type KeyObject } from 'node:crypto';
import { madeKey } from '../testing/index.js';
import { publicKeyOf } from './public-key.js';

const field = (bytes: Buffer | string): Buffer => {
  const content = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};
const jwk = (key: KeyObject, name: 'x' | 'y' | 'n' | 'e'): Buffer =>
  Buffer.from(key.export({ format: 'jwk' })[name] as string, 'base64url');
const integer = (bytes: Buffer): Buffer =>
  field(bytes[0] >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const blob = Buffer.from('what is signed');

const ed25519 = madeKey('ed25519');
const ec = madeKey('ec', 'P-256');
const rsa = madeKey('rsa', 2048);
const point = Buffer.concat([Buffer.of(4), jwk(ec, 'x'), jwk(ec, 'y')]);

const bytesOf = {
  ed25519: Buffer.concat([field('ssh-ed25519'), field(jwk(ed25519, 'x'))]),
  ecdsa: Buffer.concat([field('ecdsa-sha2-nistp256'), field('nistp256'), field(point)]),
  rsa: Buffer.concat([field('ssh-rsa'), integer(jwk(rsa, 'e')), integer(jwk(rsa, 'n'))]),
  hardwareEd25519: Buffer.concat([
    field('sk-ssh-ed25519@openssh.com'),
    field(jwk(ed25519, 'x')),
    field('ssh:'),
  ]),
  hardwareEc: Buffer.concat([
    field('sk-ecdsa-sha2-nistp256@openssh.com'),
    field('nistp256'),
    field(point),
    field('ssh:'),
  ]),
};

/** Flags and counter, as a device tells them. */
const told = (flags: number): Buffer => Buffer.from([flags, 0, 0, 0, 7]);
const asked = (flags: number): Buffer => Buffer.concat([sha256('ssh:'), told(flags), sha256(blob)]);
const asIntegers = (signature: Buffer): Buffer =>
  Buffer.concat([integer(trimmed(signature.subarray(0, 32))), integer(trimmed(signature.subarray(32)))]);
const trimmed = (number: Buffer): Buffer => number.subarray(number.findIndex((byte) => byte !== 0));

describe('a public key of a client', () => {
  it('has the fingerprint that ssh-keygen prints', () => {
    const digest = sha256(bytesOf.ed25519).toString('base64').replace(/=+$/, '');
    expect(publicKeyOf('ssh-ed25519', bytesOf.ed25519)?.fingerprint).toBe(`SHA256:${digest}`);
  });

  it('knows what was signed with it, and nothing else', async () => {
    const key = publicKeyOf('ssh-ed25519', bytesOf.ed25519);
    const signature = sign(null, blob, ed25519);
    expect(await key?.verifies({ blob, signature })).toBe(true);
    expect(await key?.verifies({ blob: Buffer.from('something else'), signature })).toBe(false);
    expect(await key?.verifies({ blob, signature: Buffer.alloc(64) })).toBe(false);
    expect(await key?.verifies({ blob, signature: Buffer.alloc(0) })).toBe(false);
  });

  it('of ecdsa takes a signature in DER', async () => {
    const key = publicKeyOf('ecdsa-sha2-nistp256', bytesOf.ecdsa);
    expect(await key?.verifies({ blob, signature: sign('sha256', blob, ec) })).toBe(true);
    expect(await key?.verifies({ blob, signature: sign('sha512', blob, ec) })).toBe(false);
  });

  it('of RSA takes SHA-2 only', async () => {
    const key = publicKeyOf('ssh-rsa', bytesOf.rsa);
    for (const hash of ['sha256', 'sha512'])
      expect(await key?.verifies({ blob, signature: sign(hash, blob, rsa), hash })).toBe(true);
    const signature = sign('sha1', blob, rsa);
    expect(await key?.verifies({ blob, signature, hash: 'sha1' })).toBe(false);
    expect(await key?.verifies({ blob, signature })).toBe(false);
  });

  it('of a device takes what the device says of its user', async () => {
    const key = publicKeyOf('sk-ssh-ed25519@openssh.com', bytesOf.hardwareEd25519);
    const signed = (flags: number) => Buffer.concat([sign(null, asked(flags), ed25519), told(flags)]);
    expect(await key?.verifies({ blob, signature: signed(1) })).toBe(true);
    expect(await key?.verifies({ blob, signature: signed(0) })).toBe(false);
    expect(
      await key?.verifies({ blob, signature: Buffer.concat([signed(1).subarray(0, 64), told(5)]) }),
    ).toBe(false);
    expect(await key?.verifies({ blob, signature: sign(null, blob, ed25519) })).toBe(false);
  });

  it('of a device with ecdsa takes two integers', async () => {
    const key = publicKeyOf('sk-ecdsa-sha2-nistp256@openssh.com', bytesOf.hardwareEc);
    for (let count = 0; count < 20; count += 1) {
      const plain = sign('sha256', asked(1), { key: ec, dsaEncoding: 'ieee-p1363' });
      expect(await key?.verifies({ blob, signature: Buffer.concat([asIntegers(plain), told(1)]) })).toBe(
        true,
      );
    }
    const other = sign('sha256', blob, { key: ec, dsaEncoding: 'ieee-p1363' });
    expect(await key?.verifies({ blob, signature: Buffer.concat([asIntegers(other), told(1)]) })).toBe(false);
  });

  it.each<[string, string, Buffer]>([
    ['another type inside', 'ssh-rsa', bytesOf.ed25519],
    [
      'a certificate',
      'ssh-ed25519-cert-v01@openssh.com',
      Buffer.concat([field('ssh-ed25519-cert-v01@openssh.com')]),
    ],
    ['DSA', 'ssh-dss', field('ssh-dss')],
    ['a name of JavaScript', 'constructor', field('constructor')],
    ['a cut key', 'ssh-ed25519', bytesOf.ed25519.subarray(0, -1)],
    ['something behind it', 'ssh-ed25519', Buffer.concat([bytesOf.ed25519, Buffer.of(0)])],
    [
      'a point off the curve',
      'ecdsa-sha2-nistp256',
      Buffer.concat([
        field('ecdsa-sha2-nistp256'),
        field('nistp256'),
        field(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])),
      ]),
    ],
    [
      'an unknown curve',
      'ecdsa-sha2-nistp192',
      Buffer.concat([field('ecdsa-sha2-nistp192'), field('nistp192'), field(point)]),
    ],
    [
      'RSA with an exponent as long as its modulus',
      'ssh-rsa',
      Buffer.concat([field('ssh-rsa'), field(Buffer.alloc(384, 0x7f)), integer(Buffer.alloc(384, 0xff))]),
    ],
    [
      'a point with which anybody can sign',
      'ssh-ed25519',
      Buffer.concat([field('ssh-ed25519'), field(Buffer.concat([Buffer.of(1), Buffer.alloc(31)]))]),
    ],
    [
      'a point with which anybody can sign, of a device',
      'sk-ssh-ed25519@openssh.com',
      Buffer.concat([field('sk-ssh-ed25519@openssh.com'), field(Buffer.alloc(32)), field('ssh:')]),
    ],
    ['nothing', 'ssh-ed25519', Buffer.alloc(0)],
  ])('is refused: %s', (_, type, bytes) => {
    expect(publicKeyOf(type, bytes)).toBeUndefined();
  });
});
