import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { sshFingerprint, WireFields, wireString } from '@holdfast/kernel';

const type = 'ssh-ed25519';

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS 8 (RFC 8410). */
const beforeSeed = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A private key of Ed25519, in the format of OpenSSH. */
export class SigningKey {
  private constructor(
    private readonly key: KeyObject,
    /** The public key as it goes over the wire. */
    readonly blob: Buffer,
  ) {}

  /** @throws RangeError where it is no such key, or has a passphrase */
  static from(text: string): SigningKey {
    const [seed, point] = partsOf(text);
    const der = Buffer.concat([beforeSeed, seed]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return new SigningKey(key, Buffer.concat([wireString(type), wireString(point)]));
  }

  /** As `ssh-keygen -l` prints it. */
  get fingerprint(): string {
    return sshFingerprint(this.blob);
  }

  /** The signature as a field of others: the name of the algorithm, and it. */
  sign(content: Buffer): Buffer {
    return Buffer.concat([wireString(type), wireString(sign(null, content, this.key))]);
  }
}

const magic = Buffer.from('openssh-key-v1\0');
const format =
  /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/=\r\n]+)-----END OPENSSH PRIVATE KEY-----\s*$/;

/** The private half, and the public one (PROTOCOL.key of OpenSSH). */
const partsOf = (text: string): [seed: Buffer, point: Buffer] => {
  const bytes = Buffer.from(format.exec(text)?.[1] ?? '', 'base64');
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new RangeError('no private key of OpenSSH');
  const fields = new WireFields(bytes.subarray(magic.length));
  if (fields.text() !== 'none') throw new RangeError('the private key has a passphrase');
  // How a passphrase becomes a key, and with what: nothing here.
  fields.next();
  fields.next();
  if (fields.take(4).readUInt32BE() !== 1) throw new RangeError('not one private key');
  fields.next();
  const own = new WireFields(fields.next());
  if (!own.take(4).equals(own.take(4)) || own.text() !== type)
    throw new RangeError('no private key of Ed25519');
  const point = own.next();
  const pair = own.next();
  if (pair.length !== 64) throw new RangeError('no private key of Ed25519');
  return [pair.subarray(0, 32), point];
};
