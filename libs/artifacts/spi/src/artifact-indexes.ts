/** What clients added to an index beyond what is computed: plain JSON, known to the format only. */
export type IndexContribution = Readonly<Record<string, unknown>>;

/** What is stored about a directory, from which its index is computed. */
export interface IndexFacts {
  /** Names of the versions directly below, in any order. */
  readonly versions: readonly string[];
  /** Files of the version that the directory is, where the index `listsFiles`. */
  readonly files: readonly { readonly name: string; readonly modified: Date }[];
  readonly contribution?: IndexContribution;
  /** When one of these last changed. */
  readonly changed: Date;
}

/**
 * A client's index that is not taken. The message is one ASCII line. `broken`: it cannot be read, as opposed to one that is dangerous
 * or too much.
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

/** An index that a stored file is a fact for. */
export interface AffectedIndex {
  readonly directory: string;
  /** False: only the first file of a version is one. */
  readonly always: boolean;
}

/** One format of computed indexes. All functions are pure, and equal facts give equal bytes. */
export interface ArtifactIndexes {
  /** The name of the index in its directory, for listings. */
  readonly name: string;
  /** Whether the directory's index is computed from the files in it, besides the versions below it. */
  listsFiles(directory: string): boolean;
  /** The indexes for which a file that belongs to a version is a fact. */
  affectedBy(path: string): readonly AffectedIndex[];
  /** The bytes of a directory's index, or undefined where there is nothing to tell. */
  derive(directory: string, facts: IndexFacts): Uint8Array | undefined;
  /**
   * Takes over what a client's index says beyond the stored files; undefined if that is nothing. Throws IndexRefused for what
   * is malformed or hostile.
   */
  merge(earlier: IndexContribution | undefined, uploaded: Uint8Array): IndexContribution | undefined;
  /** The most bytes of a client's index. */
  readonly maximumBytes: number;
}
