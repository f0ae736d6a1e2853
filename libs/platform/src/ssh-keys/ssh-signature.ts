import { createHash } from 'node:crypto';
import { WireFields, wireString } from '@holdfast/kernel';
import { publicKeyOf, type SignedLogin } from './public-key.js';
import { armored, dearmored, signedBytes } from './signature-format.js';
import type { SigningKey } from './signing-key.js';

/** What a signature says of itself. */
export interface SshSignature {
  /** Of the key, as `ssh-keygen -l` prints it. */
  fingerprint: string;
  /** Whether it is the key's, over what was to be signed. */
  isRight: boolean;
}

const hashes = ['sha256', 'sha512'];

/** Of RSA, by the name of the algorithm. */
const rsaHashes: Readonly<Record<string, string | undefined>> = {
  'rsa-sha2-256': 'sha256',
  'rsa-sha2-512': 'sha512',
};

/**
 * Looks at a signature of `ssh-keygen -Y sign` (PROTOCOL.sshsig of OpenSSH). Undefined: it is none, or of a key that is
 * not accepted. It is checked in the thread pool.
 * @param namespace what was signed: one of another sort counts for nothing
 */
export const lookAtSignature = async (
  text: string,
  content: Buffer,
  namespace: string,
): Promise<SshSignature | undefined> => {
  const read = readSignature(text);
  const key = read && publicKeyOf(new WireFields(read.key).text(), read.key);
  if (!key) return undefined;
  const { hash, login } = read;
  const digest = createHash(hash).update(content).digest();
  const isOurs = read.namespace === namespace;
  const blob = signedBytes(namespace, hash, digest);
  return { fingerprint: key.fingerprint, isRight: isOurs && (await key.verifies({ ...login, blob })) };
};

interface ReadSignature {
  key: Buffer;
  namespace: string;
  hash: string;
  login: Omit<SignedLogin, 'blob'>;
}

const readSignature = (text: string): ReadSignature | undefined => {
  try {
    const fields = new WireFields(dearmored(text));
    const key = fields.next();
    const [namespace, reserved, hash] = [fields.text(), fields.next(), fields.text()];
    const signature = fields.next();
    fields.end();
    if (reserved.length > 0 || !hashes.includes(hash)) return undefined;
    // A key that is cut fails here, and not where it is used.
    const type = new WireFields(key).text();
    return { key, namespace, hash, login: loginOf(type, signature) };
  } catch {
    return undefined;
  }
};

/** The name of the algorithm, the signature, and what a device tells behind it. */
const loginOf = (type: string, bytes: Buffer): Omit<SignedLogin, 'blob'> => {
  const fields = new WireFields(bytes);
  const algorithm = fields.text();
  const signature = fields.next();
  if (type === 'ssh-rsa') {
    fields.end();
    return { signature, hash: rsaHashes[algorithm] };
  }
  if (algorithm !== type) throw new RangeError('a signature of another key');
  if (type.startsWith('sk-')) return { signature: Buffer.concat([signature, toldAtTheEnd(fields)]) };
  fields.end();
  return { signature: type.startsWith('ecdsa-') ? inDer(signature) : signature };
};

/** Flags and counter of a device. */
const toldAtTheEnd = (fields: WireFields): Buffer => {
  const told = fields.take(5);
  fields.end();
  return told;
};

/** Two integers, which both formats write alike. */
const inDer = (signature: Buffer): Buffer => {
  const fields = new WireFields(signature);
  const integers = [fields.next(), fields.next()].map((bytes) => derOf(0x02, bytes));
  fields.end();
  return derOf(0x30, Buffer.concat(integers));
};

const derOf = (tag: number, bytes: Buffer): Buffer => {
  if (bytes.length > 255) throw new RangeError('too long for any curve');
  const head = bytes.length < 128 ? [tag, bytes.length] : [tag, 0x81, bytes.length];
  return Buffer.concat([Buffer.from(head), bytes]);
};

const hashOfOurs = 'sha512';

/** As `ssh-keygen -Y sign` writes it, with the line end behind it. */
export const sshSignature = (key: SigningKey, content: Buffer, namespace: string): string => {
  const digest = createHash(hashOfOurs).update(content).digest();
  const signature = key.sign(signedBytes(namespace, hashOfOurs, digest));
  const fields = [key.blob, namespace, '', hashOfOurs, signature];
  return armored(Buffer.concat(fields.map((each) => wireString(each))));
};
