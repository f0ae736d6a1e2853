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

/** Of a content that may be large. A step takes some milliseconds at most. */
export function* checksumsInSteps(content: Uint8Array): Generator<void, Checksums> {
  if (content.length <= stepBytes) return checksumsOf(content);
  const hashes = checksumAlgorithms.map((algorithm) => createHash(algorithm));
  for (let at = 0; at < content.length; at += stepBytes) {
    for (const each of hashes) each.update(content.subarray(at, at + stepBytes));
    yield;
  }
  const [md5, sha1, sha256, sha512] = hashes.map((each) => each.digest('hex'));
  return { md5, sha1, sha256, sha512 };
}
