import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

interface SealingKey {
  /** By which a sealed text names it. */
  id: string;
  key: Buffer;
}

/**
 * Seals what is kept of other people's secrets: passwords of remotes. What is sealed for one purpose (`about`) opens
 * for no other. `v1.<id of the key>.<base64url>`; the first key seals, all of them open.
 */
export class SealedSecrets {
  private keys: readonly SealingKey[] = [];

  /** `secrets`: of 32 bytes each, at least one; the others are those before it. */
  constructor(secrets: readonly Buffer[]) {
    this.use(secrets);
  }

  /** From now on these seal and open. Answers whether they are others than before. */
  use(secrets: readonly Buffer[]): boolean {
    if (secrets.length === 0) throw new TypeError('there is no secret to seal with');
    const before = this.keys;
    this.keys = secrets.map(keyOf);
    return this.keys.length !== before.length || this.keys.some(({ id }, at) => id !== before[at].id);
  }

  /** How what is sealed by the first key begins. */
  get mark(): string {
    return `v1.${this.keys[0].id}.`;
  }

  seal(text: string, about: string): string {
    const [{ key }] = this.keys;
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(about));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.mark}${sealed.toString('base64url')}`;
  }

  /** Undefined: none of the keys opens it for this. */
  open(sealed: string, about: string): string | undefined {
    const [version, id, text = ''] = sealed.split('.');
    const found = version === 'v1' ? this.keys.find((each) => each.id === id) : undefined;
    const bytes = Buffer.from(text, 'base64url');
    if (!found || bytes.length < nonceLength + tagLength) return undefined;
    const decipher = createDecipheriv(algorithm, found.key, bytes.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(about));
    decipher.setAuthTag(bytes.subarray(-tagLength));
    try {
      const opened = [decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

const keyOf = (secret: Buffer): SealingKey => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'holdfast remote credentials', 32));
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
};
