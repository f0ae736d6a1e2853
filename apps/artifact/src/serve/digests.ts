import { createHash, hash } from 'node:crypto';
import { checksumAlgorithms, type ChecksumAlgorithm, type Checksums } from '@holdfast/artifact-spi';
import { etagOf } from '../artifact-file/stored-file.js';

/** The digests of a small content at hand. */
export const checksumsOf = (content: Uint8Array | string): Checksums => {
  const [md5, sha1, sha256, sha512] = checksumAlgorithms.map((algorithm) => hash(algorithm, content));
  return { md5, sha1, sha256, sha512 };
};

/** The entity tag of the file that holds one of the checksums. */
export const checksumTag = (checksums: Checksums, algorithm: ChecksumAlgorithm): string =>
  etagOf(checksumsOf(checksums[algorithm]));

const stepBytes = 1024 * 1024;

/** Of what comes piece by piece. */
class Digests {
  private readonly hashes = checksumAlgorithms.map((algorithm) => createHash(algorithm));

  add(piece: Uint8Array): void {
    for (const each of this.hashes) each.update(piece);
  }

  end(): Checksums {
    const [md5, sha1, sha256, sha512] = this.hashes.map((each) => each.digest('hex'));
    return { md5, sha1, sha256, sha512 };
  }
}

/** Of a content that may be large. A step takes some milliseconds at most. */
export function* checksumsInSteps(content: Uint8Array): Generator<void, Checksums> {
  if (content.length <= stepBytes) return checksumsOf(content);
  const digests = new Digests();
  for (let at = 0; at < content.length; at += stepBytes) {
    digests.add(content.subarray(at, at + stepBytes));
    yield;
  }
  return digests.end();
}

/** Of a body that is read to its end, and kept nowhere. */
export const checksumsOfBody = async (body: AsyncIterable<Uint8Array>): Promise<Checksums> => {
  const digests = new Digests();
  for await (const piece of body) digests.add(piece);
  return digests.end();
};
