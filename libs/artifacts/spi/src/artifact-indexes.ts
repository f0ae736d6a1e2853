/** What clients have put into an index besides what is computed. It is plain JSON that only the kind understands. */
export type IndexContribution = Readonly<Record<string, unknown>>;

/** What is stored of a directory. Its index is computed from this. */
export interface IndexFacts {
  /** The names of the versions directly below it, in any order. */
  readonly versions: readonly string[];
  /** Those of an earlier state, the same array as then: `versions` are these and, as the last one, one more. */
  readonly before?: readonly string[];
  /** The files in the directory, if it is that of a version and its index `listsFiles`; else empty. */
  readonly files: readonly { readonly name: string; readonly modified: Date }[];
  readonly contribution?: IndexContribution;
  /** When any of these changed last. */
  readonly changed: Date;
}

/**
 * An index is refused: one of a client, or one that would be computed. The message is one line of ASCII. `broken`: it
 * cannot be read; otherwise it is dangerous or too large.
 */
export class IndexRefused extends Error {
  override readonly name = 'IndexRefused';

  constructor(
    message: string,
    readonly broken = false,
  ) {
    super(message);
  }
}

/** The most bytes of a computed index. */
export const mostIndexBytes = 16 * 1024 * 1024;

/** An index that depends on a stored file. */
export interface AffectedIndex {
  readonly directory: string;
  /** False: it depends on the first file of a version only. */
  readonly always: boolean;
}

/** The computed indexes of a kind. All functions are pure: equal facts give equal bytes. */
export interface ArtifactIndexes {
  /** The file name of an index. Listings of directories show it. */
  readonly name: string;
  /** Whether the index of the directory depends on the files in it, and not only on the versions below it. */
  listsFiles(directory: string): boolean;
  /** The indexes that depend on a file of a version. */
  affectedBy(path: string): readonly AffectedIndex[];
  /**
   * The bytes of the index of a directory. Undefined: there is none, because it would be empty. Each step takes some
   * milliseconds at most, so that the caller can serve others between two of them.
   * @throws IndexRefused where it would have more than `mostIndexBytes`
   */
  derive(directory: string, facts: IndexFacts): Generator<void, Uint8Array | undefined>;
  /**
   * What an uploaded index says besides the stored files. Undefined: nothing. In steps, as `derive`.
   * @throws IndexRefused where the upload is malformed or hostile
   */
  read(uploaded: Uint8Array): Generator<void, IndexContribution | undefined>;
  /**
   * Adds it to what earlier ones have said, of which it leaves out what has no room: nobody fills that for those who
   * come after him. Of more than 768 KiB together, as JSON, the upload is refused.
   */
  merge(earlier: IndexContribution | undefined, read: IndexContribution): IndexContribution;
  /** Adds what another repository's index has, behind what is known: as much of it as there is room for. */
  fill(known: IndexContribution, more: IndexContribution): IndexContribution;
  /**
   * The most bytes of an uploaded index that is read, at most `mostIndexBytes`. A longer one, up to that, is what a
   * client was served: where there is an index already it is taken, and nothing of it is kept.
   */
  readonly maximumBytes: number;
}
