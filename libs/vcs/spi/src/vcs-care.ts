import type { EngineLink } from './vcs-engine.js';
import type { LongWork } from './long-work.js';

/** What is wrong with a repository: the first lines for the operator, and how many there are in all. */
export interface Faults {
  lines: readonly string[];
  count: number;
}

/** Looks after what a repository has on the disk. Both may run beside everything else that is done with it. */
export interface Care {
  /**
   * Looks through all of it for damage, at a low priority, and changes nothing. What is written meanwhile may look like
   * damage once, and not again. Refuses with `too_large` where it needs more memory than it may have.
   */
  verify(work: LongWork): Promise<Faults>;
  /**
   * Does at once what is otherwise done by and by after writes, so that the repository is quick. `company`: of the
   * repository (uuid), which shares turns with others.
   */
  maintain(work: LongWork, company: string): Promise<void>;
}

/** What an engine is asked by `careOver`. */
export interface CareQuestion {
  directory: string;
  /** Of `maintain` only. */
  company?: string;
}

/** The care of a repository by the engine at the other end of a link, whose `work` has these two operations. */
export const careOver = (link: EngineLink, directory: string): Care => ({
  verify: async (work) => (await link.work('verify', { directory }, work)) as Faults,
  maintain: async (work, company) => {
    await link.work('maintain', { directory, company }, work);
  },
});
