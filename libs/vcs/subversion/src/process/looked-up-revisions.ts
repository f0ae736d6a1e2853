import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { lookOf, seenAt } from './file-look.js';
import { youngestIn } from './youngest.js';

/** So many repositories are known. */
const most = 2_000;
/** A file that is older than that (ms) looks otherwise from outside once another has its place: clocks are finer. */
const settled = 1_000;

interface Known {
  readonly look: string;
  readonly revision: number;
}

/**
 * The newest revisions of repositories that are asked for again and again. The file that says it is replaced with each
 * revision, so it is read again only where it looks otherwise: that takes one call of the system instead of four.
 */
export class LookedUpRevisions {
  private readonly revisions = new LRUCache<string, Known>({ max: most });

  constructor(private readonly read = youngestIn) {}

  /** As `youngestIn`: what it is at some moment of the call. */
  async of(directory: string): Promise<number> {
    const look = lookOf(await stat(currentOf(directory), { bigint: true }), settled);
    const known = this.revisions.get(directory);
    if (known && known.look === look) return known.revision;
    const revision = await this.read(directory);
    if (look === undefined) this.revisions.delete(directory);
    else this.revisions.set(directory, { look, revision });
    return revision;
  }

  /**
   * The same where it has been looked up and is still the newest, at once. To be asked for what was looked up a few
   * seconds ago. Undefined: `of` has to be asked.
   */
  known(directory: string): number | undefined {
    const known = this.revisions.get(directory);
    const found = known && seenAt(currentOf(directory));
    return found && lookOf(found, settled) === known.look ? known.revision : undefined;
  }
}

/** The file that says which revision is the newest. */
const currentOf = (directory: string): string => join(directory, 'db', 'current');
