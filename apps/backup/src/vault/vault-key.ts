import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { deflate, deflateSync, inflate } from 'node:zlib';

const version = 1;
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** What is tried first, to see whether the rest would become smaller (bytes). */
const sample = 16 << 10;
const worthwhile = 0.9;
const level = 1;

const deflated = promisify(deflate) as (bytes: Uint8Array, options: { level: number }) => Promise<Buffer>;
const inflated = promisify(inflate) as (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Buffer>;

/** A new key, as it stands in its file. */
export const newKey = (): string => `${randomBytes(32).toString('hex')}\n`;

/**
 * Bytes are missing. `isDamaged`: they are there, but were changed, or are those of another name, or the key is not the
 * one with which they were sealed.
 */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(
    message: string,
    readonly isDamaged = false,
  ) {
    super(message);
  }
}

/**
 * The key of a vault: it names content, and seals it. A name is a keyed digest of the content, so that equal content
 * has one name and who lacks the key cannot tell whether a vault has something. Each name has a key of its own
 * (AES-256-GCM).
 *
 * A sealed object is: version (1 byte), whether it is deflated (1 byte), nonce (12), what is sealed, tag (16). The tag
 * is also over its name and the first two bytes.
 */
export class VaultKey {
  private readonly naming: Buffer;
  private readonly sealing: Buffer;

  private constructor(master: Buffer) {
    const derived = (use: string): Buffer =>
      Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `holdfast backup ${use} 1`, 32));
    this.naming = derived('naming');
    this.sealing = derived('sealing');
  }

  /** @throws Error when the file is not there, or holds no key */
  static read(file: string): VaultKey {
    const text = readFileSync(file, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(text))
      throw new Error(`${file} holds no key: 64 hex digits, as holdfast backup key makes them`);
    return new VaultKey(Buffer.from(text, 'hex'));
  }

  nameOf(content: Uint8Array): string {
    return createHmac('sha256', this.naming).update(content).digest('hex');
  }

  async seal(name: string, content: Uint8Array): Promise<Buffer> {
    const smaller = await smallerOf(content);
    const head = Buffer.from([version, smaller ? 1 : 0]);
    const nonce = randomBytes(nonceBytes);
    const sealer = createCipheriv(cipher, this.keyOf(name), nonce);
    sealer.setAAD(Buffer.concat([head, Buffer.from(name)]));
    const body = sealer.update(smaller ?? content);
    return Buffer.concat([head, nonce, body, sealer.final(), sealer.getAuthTag()]);
  }

  /** `most`: bytes that it may have at most. @throws Unreadable */
  async open(name: string, sealed: Buffer, most: number): Promise<Buffer> {
    const body = sealed.subarray(2 + nonceBytes, -tagBytes);
    if (sealed.length < 2 + nonceBytes + tagBytes || sealed[0] !== version)
      throw new Unreadable(`${name} is none that this version can read`, true);
    const head = sealed.subarray(0, 2);
    const opener = createDecipheriv(cipher, this.keyOf(name), sealed.subarray(2, 2 + nonceBytes));
    opener.setAAD(Buffer.concat([head, Buffer.from(name)]));
    opener.setAuthTag(sealed.subarray(-tagBytes));
    const content = opener.update(body);
    try {
      opener.final();
    } catch {
      throw new Unreadable(`${name} has come to harm, or was sealed with another key`, true);
    }
    return head[1] === 1 ? inflated(content, { maxOutputLength: most }) : content;
  }

  private keyOf(name: string): Buffer {
    return createHmac('sha256', this.sealing).update(name).digest();
  }
}

const smallerOf = async (content: Uint8Array): Promise<Buffer | undefined> => {
  const first = content.subarray(0, sample);
  if (deflateSync(first, { level }).length > first.length * worthwhile) return undefined;
  const smaller = await deflated(content, { level });
  return smaller.length < content.length ? smaller : undefined;
};
