import { createHash, type Hash } from 'node:crypto';
import type { BlobDigests } from '../blob-store.js';
import { Md5State } from './md5-lanes.js';

const algorithms = ['md5', 'sha1', 'sha256', 'sha512'] as const;

/** The four digests of bytes that are all here. */
export const digestsOf = (bytes: Uint8Array): BlobDigests => {
  const [md5, sha1, sha256, sha512] = algorithms.map((algorithm) =>
    createHash(algorithm).update(bytes).digest('hex'),
  );
  return { md5, sha1, sha256, sha512 };
};

/** The four digests of bytes that come part by part. */
export class Digesting {
  /** A state: lanes go on with it. */
  readonly md5: Md5State | Hash;
  private readonly others: readonly Hash[] = algorithms.slice(1).map((algorithm) => createHash(algorithm));

  constructor(byLanes: boolean) {
    this.md5 = byLanes ? new Md5State() : createHash('md5');
  }

  update(bytes: Uint8Array): void {
    if (!(this.md5 instanceof Md5State)) this.md5.update(bytes);
    for (const hash of this.others) hash.update(bytes);
  }

  /** Once lanes have taken the last part, too. */
  finish(): BlobDigests {
    const md5 = this.md5 instanceof Md5State ? this.md5.hex : this.md5.digest('hex');
    const [sha1, sha256, sha512] = this.others.map((hash) => hash.digest('hex'));
    return { md5, sha1, sha256, sha512 };
  }
}
