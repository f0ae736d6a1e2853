/** The digests that every file has, in the order in which they are shown, with the width of their hex form. */
export const checksumWidths = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;
export type ChecksumAlgorithm = keyof typeof checksumWidths;
export const checksumAlgorithms = Object.keys(checksumWidths) as ChecksumAlgorithm[];

/** Lower-case hex digests of one content. */
export type Checksums = Readonly<Record<ChecksumAlgorithm, string>>;

/** The most bytes that a checksum file may have. */
export const maximumChecksumFileBytes = 4096;

const suffixForm = /^(.*[^/])\.(md5|sha1|sha256|sha512)$/s;

/**
 * Takes `a.jar.sha1` apart. A checksum of a checksum file is an ordinary file, and so is a name that is a suffix only.
 */
export const checksumOf = (path: string): { file: string; algorithm: ChecksumAlgorithm } | undefined => {
  const match = suffixForm.exec(path);
  if (!match) return undefined;
  const [, file, algorithm] = match;
  return checksumOf(file) ? undefined : { file, algorithm: algorithm as ChecksumAlgorithm };
};

/**
 * Finds the digest in a checksum file: bare hex in either case, `<hex>  <name>`, `<hex> *<name>` or `SHA1(<name>)= <hex>`,
 * one line. Answers lower-case hex, or undefined if there is no digest of the right width.
 */
export const readChecksumFile = (content: string, algorithm: ChecksumAlgorithm): string | undefined => {
  const line = content.trim();
  if (line.includes('\n')) return undefined;
  const width = checksumWidths[algorithm];
  const isDigest = (word: string): boolean => word.length === width && /^[0-9a-f]+$/i.test(word);
  const blank = line.search(/\s/);
  const first = blank < 0 ? line : line.slice(0, blank);
  if (isDigest(first)) return first.toLowerCase();
  const last = line.slice(line.lastIndexOf('=') + 1).trim();
  return line.includes('=') && isDigest(last) ? last.toLowerCase() : undefined;
};
