import { createHash, createPublicKey, verify, type KeyObject, type VerifyKeyObjectInput } from 'node:crypto';
import { ed25519Point, rsaNumbers, sshFingerprint, WireFields } from '@holdfast/kernel';

/** What a client signs with its key, and how. */
export interface SignedLogin {
  /** The bytes that are signed. */
  blob: Buffer;
  /** As the library hands it over: without the name of the algorithm, and that of an ecdsa key in DER. */
  signature: Buffer;
  /** Of RSA: the hash that the algorithm names; absent: SHA-1. */
  hash?: string;
}

/** A public key that a client has shown. */
export interface PublicKey {
  /** As `ssh-keygen -l` prints it. */
  fingerprint: string;
  /** Whether the client owns it. It is found out in the thread pool. */
  verifies(login: SignedLogin): Promise<boolean>;
}

type Verification = (key: KeyObject, login: SignedLogin) => Promise<boolean>;

/** Off the event loop, which others need. */
const isSigned = (
  hash: string | null,
  blob: Buffer,
  key: KeyObject | VerifyKeyObjectInput,
  signature: Buffer,
): Promise<boolean> =>
  new Promise((resolve, reject) =>
    verify(hash, blob, key, signature, (error, isRight) => (error ? reject(error) : resolve(isRight))),
  );

const curves: Readonly<Record<string, { crv: string; bytes: number; hash: string } | undefined>> = {
  nistp256: { crv: 'P-256', bytes: 32, hash: 'sha256' },
  nistp384: { crv: 'P-384', bytes: 48, hash: 'sha384' },
  nistp521: { crv: 'P-521', bytes: 66, hash: 'sha512' },
};

const url = (bytes: Buffer): string => bytes.toString('base64url');

const ed25519Key = (fields: WireFields): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: url(ed25519Point(fields)) }, format: 'jwk' });

const ecKey = (fields: WireFields): { key: KeyObject; hash: string } => {
  const curve = curves[fields.text()];
  const point = fields.next();
  if (!curve || point.length !== 1 + 2 * curve.bytes || point[0] !== 4) throw new RangeError('no point');
  const { crv, bytes, hash } = curve;
  const [x, y] = [url(point.subarray(1, 1 + bytes)), url(point.subarray(1 + bytes))];
  return { key: createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' }), hash };
};

const rsaKey = (fields: WireFields): KeyObject => {
  const { e, n } = rsaNumbers(fields);
  return createPublicKey({ key: { kty: 'RSA', e: url(e), n: url(n) }, format: 'jwk' });
};

/** A user who is there has touched the device. */
const userPresent = 0x01;

/**
 * What a hardware key signs instead: who asked, what the device saw of its user, and a counter (PROTOCOL.u2f of
 * OpenSSH).
 */
const hardwareSigned = (application: Buffer, told: Buffer, blob: Buffer): Buffer =>
  Buffer.concat([sha256(application), told, sha256(blob)]);

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Flags and counter stand behind the signature itself. */
const toldBytes = 5;

const hardware = (application: Buffer, ofDevice: Verification): Verification => {
  return (key, { blob, signature }) => {
    const told = signature.subarray(signature.length - toldBytes);
    if (signature.length <= toldBytes || (told[0] & userPresent) === 0) return Promise.resolve(false);
    const own = signature.subarray(0, signature.length - toldBytes);
    return ofDevice(key, { blob: hardwareSigned(application, told, blob), signature: own });
  };
};

/** r and s side by side, as a hardware key's signature has them as two integers. */
const besideEachOther = (signature: Buffer, bytes: number): Buffer => {
  const fields = new WireFields(signature);
  const numbers = [fields.next(), fields.next()].map((field) => {
    const number = field.length > bytes && field[0] === 0 ? field.subarray(field.length - bytes) : field;
    if (number.length > bytes) throw new RangeError('too large for the curve');
    return Buffer.concat([Buffer.alloc(bytes - number.length), number]);
  });
  fields.end();
  return Buffer.concat(numbers);
};

const byEd25519: Verification = (key, { blob, signature }) => isSigned(null, blob, key, signature);

const byHardwareEc: Verification = (key, { blob, signature }) =>
  isSigned('sha256', blob, { key, dsaEncoding: 'ieee-p1363' }, besideEachOther(signature, 32));

/** By the names of the signatures. */
const rsaHashes = { 'rsa-sha2-512': 'sha512', 'rsa-sha2-256': 'sha256' };

const byRsa: Verification = (key, { blob, signature, hash }) =>
  hash !== undefined && Object.values(rsaHashes).includes(hash)
    ? isSigned(hash, blob, key, signature)
    : Promise.resolve(false);

const ecdsa = (fields: WireFields): [KeyObject, Verification] => {
  const { key, hash } = ecKey(fields);
  return [key, (own, { blob, signature }) => isSigned(hash, blob, own, signature)];
};

/** How the key of each type is read, and what checks its signatures. */
const types: Readonly<Record<string, (fields: WireFields) => [KeyObject, Verification]>> = {
  'ssh-ed25519': (fields) => [ed25519Key(fields), byEd25519],
  ...Object.fromEntries(Object.keys(curves).map((curve) => [`ecdsa-sha2-${curve}`, ecdsa])),
  'ssh-rsa': (fields) => [rsaKey(fields), byRsa],
  'sk-ssh-ed25519@openssh.com': (fields) => [ed25519Key(fields), hardware(fields.next(), byEd25519)],
  'sk-ecdsa-sha2-nistp256@openssh.com': (fields) => [
    ecKey(fields).key,
    hardware(fields.next(), byHardwareEc),
  ],
};

/** By these a client may sign: an RSA key has several. */
export const signatureNames: readonly string[] = Object.keys(types).flatMap((type) =>
  type === 'ssh-rsa' ? Object.keys(rsaHashes) : type,
);

/**
 * The key in the bytes that a client sends for one of this type; undefined: none that is accepted (certificates are
 * not).
 */
export const publicKeyOf = (type: string, bytes: Buffer): PublicKey | undefined => {
  try {
    const fields = new WireFields(bytes);
    if (fields.text() !== type) return undefined;
    if (!Object.hasOwn(types, type)) return undefined;
    const [key, check] = types[type](fields);
    fields.end();
    return {
      fingerprint: sshFingerprint(bytes),
      verifies: (login) => isTrue(() => check(key, login)),
    };
  } catch {
    return undefined;
  }
};

/** What is no signature at all is none of this key. */
const isTrue = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check();
  } catch {
    return false;
  }
};
