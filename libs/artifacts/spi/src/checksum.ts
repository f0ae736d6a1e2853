/** The digests of every file, in the order in which they are shown, with their numbers of hex digits. */
export const checksumWidths = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;
export type ChecksumAlgorithm = keyof typeof checksumWidths;
export const checksumAlgorithms = Object.keys(checksumWidths) as ChecksumAlgorithm[];

/** Lower-case hex digests of one content. */
export type Checksums = Readonly<Record<ChecksumAlgorithm, string>>;

/** The most bytes of a checksum file. */
export const maximumChecksumFileBytes = 4096;

const isAlgorithm = (text: string): text is ChecksumAlgorithm => Object.hasOwn(checksumWidths, text);

/**
 * Takes the name of a checksum file apart: `a.jar.sha1`. Undefined for other names. A checksum of a checksum file
 * (`a.jar.sha1.md5`), and a name that consists of the ending only (`.sha1`), are ordinary files.
 */
export const checksumOf = (path: string): { file: string; algorithm: ChecksumAlgorithm } | undefined => {
  const dot = path.lastIndexOf('.');
  const algorithm = path.slice(dot + 1);
  if (dot < 1 || path[dot - 1] === '/' || !isAlgorithm(algorithm)) return undefined;
  const file = path.slice(0, dot);
  return checksumOf(file) ? undefined : { file, algorithm };
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
