import {
  checksumAlgorithms,
  checksumWidths,
  type ChecksumAlgorithm,
  type Checksums,
} from '@holdfast/artifact-spi';
import type { FileRequest } from '@holdfast/contracts';

/** A longer field (characters) holds more than digests. */
const longestField = 1024;

/** Algorithms of RFC 9530 that are checked; others are ignored, as it says. */
const fieldAlgorithms = new Map<string, ChecksumAlgorithm>([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
  ['sha', 'sha1'],
  ['md5', 'md5'],
]);

/** What stands between the commas of a field, but for those in quotation marks. */
const members = (field: string): string[] => field.match(/(?:"(?:\\.|[^"\\])*"|[^,])+/g) ?? [];

/** The value of a member as RFC 9530 writes it, `sha-256=:…:` with what may follow, and as RFC 3230 did. */
const [ofDictionary, ofInstance] = [/^=:([A-Za-z0-9+/]+={0,2}):[ \t]*(?:;.*)?$/, /^=([A-Za-z0-9+/]+={0,2})$/];

/** All that a client has declared; nothing once one cannot be read or contradicts another. */
class Declared {
  private readonly found: { -readonly [Name in keyof Checksums]?: string } = {};
  private isWrong = false;

  get digests(): Partial<Checksums> | 'malformed' {
    return this.isWrong ? 'malformed' : this.found;
  }

  add(algorithm: ChecksumAlgorithm, hex: string): void {
    const isDigest = hex.length === checksumWidths[algorithm] && /^[0-9a-f]+$/.test(hex);
    if (!isDigest || (this.found[algorithm] ?? hex) !== hex) this.isWrong = true;
    else this.found[algorithm] = hex;
  }

  /** What names one of our algorithms has to be its digest: passed over, it would be thought to be checked. */
  addField(field: string, form: RegExp): void {
    if (field.length > longestField) this.isWrong = true;
    else
      for (const member of members(field)) {
        const [, name, rest] = /^[ \t]*([^=; \t]*)(.*?)[ \t]*$/.exec(member) ?? ['', '', ''];
        const algorithm = fieldAlgorithms.get(name.toLowerCase());
        if (algorithm) this.add(algorithm, hexOf(form.exec(rest)?.[1] ?? ''));
      }
  }
}

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/**
 * Digests that a client declares of its upload, in `X-Checksum-*`, `Content-Digest`, `Repr-Digest`, and what came
 * before these, `Digest` and `Content-MD5`, as lower-case hex. 'malformed' if one cannot be read or two contradict
 * each other.
 */
export const expectedDigests = (headers: FileRequest['headers']): Partial<Checksums> | 'malformed' => {
  const declared = new Declared();
  for (const algorithm of checksumAlgorithms) {
    const value = headers[`x-checksum-${algorithm}`]?.trim().toLowerCase();
    if (value !== undefined) declared.add(algorithm, value);
  }
  declared.addField(headers['content-digest'] ?? '', ofDictionary);
  declared.addField(headers['repr-digest'] ?? '', ofDictionary);
  declared.addField(headers.digest ?? '', ofInstance);
  const md5 = headers['content-md5'];
  // It has one digest, and no list: what stands behind a comma is none.
  if (md5 !== undefined)
    for (const each of md5.split(',')) declared.addField(`md5=${each.trim()}`, ofInstance);
  return declared.digests;
};

/** The algorithm whose declared digest is not that of the bytes. */
export const firstMismatch = (expected: Partial<Checksums>, actual: Checksums): string | undefined =>
  checksumAlgorithms.find(
    (algorithm) => expected[algorithm] !== undefined && expected[algorithm] !== actual[algorithm],
  );
