import { createPublicKey } from 'node:crypto';
import { ed25519Point, isOnEd25519, rsaNumbers, sshFingerprint, WireFields } from '@holdfast/kernel';

const curves: Readonly<Record<string, { name: string; bytes: number }>> = {
  nistp256: { name: 'P-256', bytes: 32 },
  nistp384: { name: 'P-384', bytes: 48 },
  nistp521: { name: 'P-521', bytes: 66 },
};

/** A key that somebody wants to store. */
export interface OfferedKey {
  /** As `ssh-keygen -l` prints it. */
  fingerprint: string;
  /** Of RSA: what is good for nothing where its factors show, see `hasOpenFactors`. */
  modulus?: bigint;
}

/** Whether it is a key, and what is yet to be looked at. */
type Check = (fields: WireFields) => boolean | bigint;

const ed25519: Check = (fields) => isOnEd25519(ed25519Point(fields));

const rsa: Check = (fields) => BigInt(`0x${rsaNumbers(fields).n.toString('hex')}`);

const ecdsa =
  (curve: string): Check =>
  (fields) => {
    if (fields.text() !== curve) return false;
    const { name, bytes } = curves[curve];
    const point = fields.next();
    if (point.length !== 1 + 2 * bytes || point[0] !== 4) return false;
    const x = point.subarray(1, 1 + bytes).toString('base64url');
    const y = point.subarray(1 + bytes).toString('base64url');
    // Refuses a point that is not on the curve.
    createPublicKey({ key: { kty: 'EC', crv: name, x, y }, format: 'jwk' });
    return true;
  };

/** A hardware key names the application that it was made for. */
const withApplication =
  (key: Check): Check =>
  (fields) =>
    key(fields) !== false && fields.next().length > 0;

/** DSA and everything else that is not here is refused. */
const kinds: Readonly<Record<string, Check>> = {
  'ssh-ed25519': ed25519,
  'ssh-rsa': rsa,
  'ecdsa-sha2-nistp256': ecdsa('nistp256'),
  'ecdsa-sha2-nistp384': ecdsa('nistp384'),
  'ecdsa-sha2-nistp521': ecdsa('nistp521'),
  'sk-ssh-ed25519@openssh.com': withApplication(ed25519),
  'sk-ecdsa-sha2-nistp256@openssh.com': withApplication(ecdsa('nistp256')),
};

/**
 * The key in one line `type base64 [comment]`. Undefined when the line is no key that is accepted: ed25519, ecdsa, rsa
 * of 2048 to 8192 bits, and their hardware forms.
 */
export const offeredKey = (line: string): OfferedKey | undefined => {
  const [, type, encoded] =
    /^([a-z0-9@.-]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t][^\r\n]*)?\r?\n?$/.exec(line) ?? [];
  const check = type !== undefined && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!check) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== encoded.replaceAll('=', '')) return undefined;
  let found: ReturnType<Check>;
  try {
    const fields = new WireFields(bytes);
    if (fields.text() !== type) return undefined;
    found = check(fields);
    fields.end();
  } catch {
    return undefined;
  }
  if (found === false) return undefined;
  return { fingerprint: sshFingerprint(bytes), ...(found === true ? {} : { modulus: found }) };
};
