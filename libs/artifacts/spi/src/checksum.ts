/** The digests of every file, in the order in which they are shown, with their numbers of hex digits. */
export const checksumWidths = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;
export type ChecksumAlgorithm = keyof typeof checksumWidths;
export const checksumAlgorithms = Object.keys(checksumWidths) as ChecksumAlgorithm[];

/** Lower-case hex digests of one content. */
export type Checksums = Readonly<Record<ChecksumAlgorithm, string>>;

/** The most bytes of a checksum file. */
export const maximumChecksumFileBytes = 4096;

const suffixForm = /^(.*[^/])\.(md5|sha1|sha256|sha512)$/s;

/**
 * Takes the name of a checksum file apart: `a.jar.sha1`. Undefined for other names. A checksum of a checksum file
 * (`a.jar.sha1.md5`), and a name that consists of the ending only (`.sha1`), are ordinary files.
 */
export const checksumOf = (path: string): { file: string; algorithm: ChecksumAlgorithm } | undefined => {
  const match = suffixForm.exec(path);
  if (!match) return undefined;
  const [, file, algorithm] = match;
  return checksumOf(file) ? undefined : { file, algorithm: algorithm as ChecksumAlgorithm };
};

/**
 * Finds the digest in a checksum file of one line: the hex digits alone, `<hex>  <name>`, `<hex> *<name>` or
 * `SHA1(<name>)= <hex>`. Answers them in lower case; undefined if there are not as many as the algorithm has.
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
