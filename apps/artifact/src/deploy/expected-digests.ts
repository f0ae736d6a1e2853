import { checksumAlgorithms, checksumWidths, type Checksums } from '@holdfast/artifact-spi';
import type { FileRequest } from '@holdfast/contracts';

/** A longer field (characters) holds more than digests. */
const longestField = 1024;

/** Algorithms of RFC 9530 that are checked; others are ignored, as it says. */
const fieldAlgorithms = { 'sha-256': 'sha256', 'sha-512': 'sha512', sha: 'sha1', md5: 'md5' } as const;

/**
 * Digests that a client declares of its upload, in `X-Checksum-*`, `Content-Digest` and `Repr-Digest`, as lower-case
 * hex. 'malformed' if one cannot be read or two contradict each other.
 */
export const expectedDigests = (headers: FileRequest['headers']): Partial<Checksums> | 'malformed' => {
  const expected: { -readonly [Name in keyof Checksums]?: string } = {};
  for (const algorithm of checksumAlgorithms) {
    const value = headers[`x-checksum-${algorithm}`]?.trim().toLowerCase();
    if (value === undefined) continue;
    if (value.length !== checksumWidths[algorithm] || !/^[0-9a-f]+$/.test(value)) return 'malformed';
    expected[algorithm] = value;
  }
  for (const field of [headers['content-digest'] ?? '', headers['repr-digest'] ?? '']) {
    if (field.length > longestField) return 'malformed';
    for (const member of field.split(',')) {
      const [, name, base64] = /^([a-z0-9-]+)=:([A-Za-z0-9+/=]*):/.exec(member.trim()) ?? [];
      if (name === undefined || !Object.hasOwn(fieldAlgorithms, name)) continue;
      const algorithm = fieldAlgorithms[name as keyof typeof fieldAlgorithms];
      const value = Buffer.from(base64, 'base64').toString('hex');
      if (value.length !== checksumWidths[algorithm] || (expected[algorithm] ?? value) !== value)
        return 'malformed';
      expected[algorithm] = value;
    }
  }
  return expected;
};

/** The algorithm whose declared digest is not that of the bytes. */
export const firstMismatch = (expected: Partial<Checksums>, actual: Checksums): string | undefined =>
  checksumAlgorithms.find(
    (algorithm) => expected[algorithm] !== undefined && expected[algorithm] !== actual[algorithm],
  );
