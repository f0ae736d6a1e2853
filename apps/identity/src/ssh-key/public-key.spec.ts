import { createHash, type KeyObject } from 'node:crypto';
import { madeKey } from '@holdfast/platform/testing';
import { offeredKey } from './public-key.js';

const field = (bytes: Buffer | string): Buffer => {
  const content = Buffer.from(bytes as string, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};

/** An integer as SSH writes it: no padding but a zero before a set highest bit. */
const integer = (encoded: string): Buffer => {
  const bytes = Buffer.from(encoded, 'base64url');
  return field(bytes[0] >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
};

const line = (type: string, ...fields: Buffer[]): string =>
  `${type} ${Buffer.concat([field(type), ...fields]).toString('base64')} me@example.com`;

const jwk = (key: KeyObject) => key.export({ format: 'jwk' }) as Record<string, string>;

const rsa = (bits: number): string => {
  const { n, e } = jwk(madeKey('rsa', bits));
  return line('ssh-rsa', integer(e), integer(n));
};

const point = (curve: string): Buffer => {
  const { x, y } = jwk(madeKey('ec', curve));
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
};

const ecdsa = (name: string, curve: string): string =>
  line(`ecdsa-sha2-${name}`, field(name), field(point(curve)));

/** The point of P-256 with the x 0, which is said as the prime of the field. */
const beyond = (): Buffer =>
  Buffer.from(
    '04ffffffff00000001000000000000000000000000ffffffffffffffffffffffff66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4',
    'hex',
  );

const ed25519 = (): string => {
  const { x } = jwk(madeKey('ed25519'));
  return line('ssh-ed25519', field(Buffer.from(x, 'base64url')));
};

const fingerprintOf = (key: string): string | undefined => offeredKey(key)?.fingerprint;

const accepted: [string, string][] = [
  ['ed25519', ed25519()],
  ['rsa of 2048 bits', rsa(2048)],
  ['ecdsa on P-256', ecdsa('nistp256', 'P-256')],
  ['ecdsa on P-384', ecdsa('nistp384', 'P-384')],
  ['ecdsa on P-521', ecdsa('nistp521', 'P-521')],
  ['hardware ed25519', line('sk-ssh-ed25519@openssh.com', field(Buffer.alloc(32, 9)), field('ssh:'))],
  [
    'hardware ecdsa',
    line('sk-ecdsa-sha2-nistp256@openssh.com', field('nistp256'), field(point('P-256')), field('ssh:')),
  ],
];

describe('an SSH public key', () => {
  it.each(accepted)('is accepted: %s', (_, key) => {
    const digest = createHash('sha256')
      .update(Buffer.from(key.split(' ')[1], 'base64'))
      .digest('base64');
    expect(fingerprintOf(key)).toBe(`SHA256:${digest.replace(/=+$/, '')}`);
  });

  it('is the same with and without a comment or a line end', () => {
    const key = ed25519();
    const [type, encoded] = key.split(' ');
    const same = [key, `${type} ${encoded}`, `${type}  ${encoded}\tcomment with words\r\n`, `${key}\n`];
    expect(new Set(same.map(fingerprintOf)).size).toBe(1);
    expect(fingerprintOf(key)).toBeDefined();
  });

  it('of RSA has a modulus, which is yet to be looked at', () => {
    const { n, e } = jwk(madeKey('rsa', 2048));
    const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`);
    expect(offeredKey(line('ssh-rsa', integer(e), integer(n)))).toMatchObject({ modulus });
    expect(offeredKey(ed25519())).not.toHaveProperty('modulus');
  });

  const good = ed25519();
  const [type, encoded] = good.split(' ');
  const blob = Buffer.from(encoded, 'base64');
  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]);
  const refused: [string, string][] = [
    ['nothing', ''],
    ['a word', 'ssh-ed25519'],
    ['options before it', `command="x" ${good}`],
    ['two lines', `${good}\n${good}`],
    ['DSA', line('ssh-dss', integer('_w'), integer('_w'), integer('_w'), integer('_w'))],
    ['rsa of 1024 bits', rsa(1024)],
    ['rsa with an even modulus', line('ssh-rsa', integer('AQAB'), field(Buffer.alloc(256, 0x7e)))],
    ['rsa with exponent 1', line('ssh-rsa', integer('AQ'), field(Buffer.alloc(257, 0x7f)))],
    ['rsa with an exponent of 40 bits', line('ssh-rsa', integer('AQAAAAE'), field(Buffer.alloc(257, 0x7f)))],
    ['rsa with a modulus of 8200 bits', line('ssh-rsa', integer('AQAB'), field(Buffer.alloc(1025, 0x7f)))],
    ['rsa with a negative modulus', line('ssh-rsa', integer('AQAB'), field(Buffer.alloc(256, 0xff)))],
    ['a point off the curve', line('ecdsa-sha2-nistp256', field('nistp256'), field(offCurve))],
    ['another curve inside', line('ecdsa-sha2-nistp256', field('nistp384'), field(point('P-384')))],
    ['a short ed25519 key', line('ssh-ed25519', field(Buffer.alloc(31)))],
    ['an ed25519 point of order 4', line('ssh-ed25519', field(Buffer.alloc(32)))],
    ['an ed25519 point in a second form', line('ssh-ed25519', field(Buffer.alloc(32, 0xff)))],
    ['no point of ed25519', line('ssh-ed25519', field(Buffer.alloc(32, 7)))],
    ['no point of a device', line('sk-ssh-ed25519@openssh.com', field(Buffer.alloc(32, 7)), field('ssh:'))],
    [
      'a point with a coordinate beyond the field',
      line('ecdsa-sha2-nistp256', field('nistp256'), field(beyond())),
    ],
    ['the point at infinity', line('ecdsa-sha2-nistp256', field('nistp256'), field(Buffer.of(0)))],
    ['a hardware key without application', line('sk-ssh-ed25519@openssh.com', field(Buffer.alloc(32)))],
    ['another type inside', `ssh-rsa ${encoded}`],
    ['a cut key', `${type} ${blob.subarray(0, -1).toString('base64')}`],
    ['something behind the key', `${type} ${Buffer.concat([blob, Buffer.of(0)]).toString('base64')}`],
    [
      'a length beyond the end',
      `${type} ${Buffer.concat([Buffer.from([255, 255, 255, 255]), blob]).toString('base64')}`,
    ],
    ['no base64', `${type} ***`],
    ['a name of JavaScript', `constructor ${encoded}`],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
  ];
  it.each(refused)('is refused: %s', (_, key) => {
    expect(fingerprintOf(key)).toBeUndefined();
  });
});
