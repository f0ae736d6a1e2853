import { createHash, type Hash } from 'node:crypto';
import type { BlobDigests } from '../blob-store.js';

const algorithms = ['md5', 'sha1', 'sha256', 'sha512'] as const;

/** The four digests of bytes that come piece by piece. */
export class Digesting {
  private readonly hashes: readonly Hash[] = algorithms.map((algorithm) => createHash(algorithm));

  update(bytes: Uint8Array): void {
    for (const hash of this.hashes) hash.update(bytes);
  }

  finish(): BlobDigests {
    const [md5, sha1, sha256, sha512] = this.hashes.map((hash) => hash.digest('hex'));
    return { md5, sha1, sha256, sha512 };
  }
}
