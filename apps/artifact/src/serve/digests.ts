import { hash } from 'node:crypto';
import { checksumAlgorithms, type Checksums } from '@holdfast/artifact-spi';

/** The digests of a small content at hand. */
export const checksumsOf = (content: Uint8Array | string): Checksums => {
  const [md5, sha1, sha256, sha512] = checksumAlgorithms.map((algorithm) => hash(algorithm, content));
  return { md5, sha1, sha256, sha512 };
};
