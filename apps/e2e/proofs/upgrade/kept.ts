import type { Person } from '../../world.js';
import type { Installation } from '../../clients/tree-installation.js';

/**
 * An installation, the tree whose code runs it, and its first admin with the session that he got of the earlier code.
 */
export interface Present {
  installation: Installation;
  tree: string;
  admin: Person;
}

/** Something that people have in an installation, and that is still theirs after an upgrade. */
export interface Kept {
  /** A sentence that begins with "keeps". */
  what: string;
  /** Makes it with the earlier code. */
  made: (present: Present) => Promise<void>;
  /** Fails unless it works with the present code as it did. */
  holds: (present: Present) => Promise<void>;
}
