import { link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PackCosts } from '../packs/pack-costs.js';
import { objectsOf, packedObjects, packsIn } from '../packs/pack-files.js';
import { pushedSizes } from '../packs/pushed-sizes.js';
import type { GitProcesses } from '../process/git-processes.js';
import { mostKnown } from './commit-texts.js';
import { longestRun, type UpkeepCall, type UpkeepGit } from './upkeep-git.js';

/** Bytes beyond what honest packs have, for what a joined one has: as a push may have. */
const most = 32 << 20;
/** A pack of more objects is not looked at: their costs are in memory, 54 bytes for each. */
const mostObjects = 3_000_000;
/** What git keeps of a pack: the index first, without which nobody looks for the rest. */
const kept = ['idx', 'rev', 'bitmap', 'pack'];

type Priority = Pick<UpkeepCall, 'background' | 'signal'>;

/**
 * Joins packs, and packs anew what would be read slowly then. git takes differences as they are, and an object from
 * whichever pack has it: chains that came by several pushes, each as short as they may be, are one in the end, in which
 * a small file of somebody else stands behind large ones.
 */
export class JoinedPacks {
  /** What has been joined and not been looked at, as the work was ended, by the directory of the repository. */
  private readonly unseen = new LRUCache<string, readonly string[]>({ max: mostKnown });

  constructor(
    private readonly processes: GitProcesses,
    private readonly git: UpkeepGit,
  ) {}

  /** Whether it came to its end. */
  async join(directory: string, priority: Priority): Promise<boolean> {
    const before = new Set(await packsIn(join(directory, 'objects')));
    if (!(await this.git.run(directory, 'repack', priority))) return false;
    const earlier = new Set(this.unseen.get(directory));
    const packs = await packsIn(join(directory, 'objects'));
    let left = packs.filter((name) => earlier.has(name) || !before.has(name));
    for (const name of left) {
      this.unseen.set(directory, left);
      if ((await this.isSlow(directory, name, priority)) && !(await this.anew(directory, name, priority)))
        return false;
      left = left.filter((each) => each !== name);
    }
    this.unseen.delete(directory);
    return !priority.signal.aborted;
  }

  forget(directory: string): void {
    this.unseen.delete(directory);
  }

  private async isSlow(directory: string, name: string, { signal }: Priority): Promise<boolean> {
    // As git names those of pushes: what a kill leaves is removed with them.
    const objects = await mkdtemp(join(directory, 'objects/tmp_objdir-joined-'));
    try {
      await mkdir(join(objects, 'pack'));
      for (const end of ['pack', 'idx'])
        await link(
          join(directory, 'objects/pack', `${name}.${end}`),
          join(objects, 'pack', `${name}.${end}`),
        );
      const count = await packedObjects(objects);
      if (count > mostObjects) return false;
      const costs = new PackCosts(count);
      await pushedSizes(this.processes, { directory, objects, timeout: longestRun, signal }, costs);
      return costs.surplus > most;
    } finally {
      await rm(objects, { recursive: true, force: true });
    }
  }

  /** At any moment all objects are there: in the one pack, in the other, or in both. */
  private async anew(directory: string, name: string, priority: Priority): Promise<boolean> {
    const at = join(directory, 'objects/pack');
    const whole = { ...priority, input: `${name}.pack\n`, values: [join(at, 'pack')] };
    const told = await this.git.told(directory, 'pack-objects', whole);
    if (told === undefined) return false;
    const made = `pack-${told.trim()}`;
    if (made === name) return true;
    const [has, had] = await Promise.all([made, name].map((each) => objectsOf(join(at, `${each}.pack`))));
    if (has !== had) return false;
    const others = (await packsIn(join(directory, 'objects'))).filter((each) => each !== name);
    const input = others.map((each) => `${each}.idx\n`).join('');
    if (!(await this.git.run(directory, 'multi-pack-index', { ...priority, input }))) return false;
    for (const end of kept) await rm(join(at, `${name}.${end}`), { force: true });
    return true;
  }
}
