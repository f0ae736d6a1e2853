import type { CopyRound } from '../relocation/departure.js';

/** The copying of a repository to another node, which the byte process carries out. */
export interface Copying {
  /** Copies what has changed since the last round. */
  round(): Promise<CopyRound>;
  /** Bytes in all. */
  copied(): Promise<number | undefined>;
  /** The copy becomes the repository there. Answers what it consists of there and here. */
  place(): Promise<{ there: string; here: string }>;
  /** What was not placed is removed there. */
  end(): Promise<void>;
}
