import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
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
  private readonly known = new LRUCache<string, Known>({ max: most });

  constructor(private readonly read = youngestIn) {}

  /** As `youngestIn`: what it is at some moment of the call. */
  async of(directory: string): Promise<number> {
    const look = await lookOf(join(directory, 'db', 'current'));
    const known = this.known.get(directory);
    if (known && known.look === look) return known.revision;
    const revision = await this.read(directory);
    if (look === undefined) this.known.delete(directory);
    else this.known.set(directory, { look, revision });
    return revision;
  }
}

/** What tells a file from the one that replaces it; undefined: it is so young that another may look the same. */
const lookOf = async (path: string): Promise<string | undefined> => {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  const age = Date.now() - Number(ctimeNs / 1_000_000n);
  return age > settled ? `${ino} ${size} ${mtimeNs} ${ctimeNs}` : undefined;
};
