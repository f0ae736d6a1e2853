import type { Reading } from '@holdfast/vcs-spi';

/** One change of a ref, by its full name. */
export type RefCommand =
  | { verb: 'create'; ref: string; commit: string }
  | { verb: 'update'; ref: string; commit: string; expected: string }
  | { verb: 'delete'; ref: string; expected?: string };

export interface RefTransaction {
  directory: string;
  changes: readonly RefCommand[];
  reading: Reading;
}

/** Changes refs of a directory: all of them in one transaction, or none. Refuses with `unavailable` too late a turn. */
export interface RefUpdates {
  updateRefs(update: RefTransaction): Promise<void>;
}
