import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { mostPackObjects, mostSurplus, PackCosts } from '../packs/pack-costs.js';
import { objectsOf, packsIn } from '../packs/pack-files.js';
import { pushedSizes } from '../packs/pushed-sizes.js';
import type { GitProcesses } from '../process/git-processes.js';
import { mostKnown } from './commit-texts.js';
import { longestRun, type UpkeepCall, type UpkeepGit } from './upkeep-git.js';

/**
 * Chains of differences are as long then: as git makes them; or, where it makes slow ones itself, shorter. A small file
 * may be one from a larger one, and that from one that is larger still, each by 32 times.
 */
const depths = [50, 10, 1];
/** What git keeps of a pack: the index first, without which nobody looks for the rest. */
const kept = ['idx', 'rev', 'bitmap', 'pack'];

type Judged = 'possible' | 'surplus';
type Priority = Pick<UpkeepCall, 'background' | 'signal'>;

/**
 * Joins packs, and packs anew what would be read slowly then. git takes differences as they are, and an object from
 * whichever pack has it: chains that came by several pushes, each as short as they may be, are one in the end, in which
 * a small file of somebody else stands behind large ones.
 */
export class JoinedPacks {
  /** The packs that nothing has to be done about, by the directory of the repository. */
  private readonly fit = new LRUCache<string, ReadonlySet<string>>({ max: mostKnown });

  constructor(
    private readonly processes: GitProcesses,
    private readonly git: UpkeepGit,
  ) {}

  /** Whether it came to its end. Never fails. */
  join(directory: string, priority: Priority): Promise<boolean> {
    return this.joined(directory, priority).catch(() => false);
  }

  private async joined(directory: string, priority: Priority): Promise<boolean> {
    const before = await packsIn(join(directory, 'objects'));
    if (!(await this.git.run(directory, 'repack', priority))) return false;
    // Of what is ended in its midst nothing is looked at again.
    const fit = new Set(this.fit.get(directory));
    this.fit.set(directory, fit);
    // In what git has packed itself it finds no blocks that are read slowly, nor does it make such.
    const first = before.every((name) => fit.has(name)) ? 'surplus' : 'possible';
    const there = new Set<string>();
    for (const name of await packsIn(join(directory, 'objects'))) {
      const as = fit.has(name) ? name : await this.fitting(directory, name, first, priority);
      if (as === undefined) return false;
      fit.add(as);
      there.add(as);
    }
    this.fit.set(directory, there);
    return !priority.signal.aborted;
  }

  forget(directory: string): void {
    this.fit.delete(directory);
  }

  /** The pack in whose place there is nothing any more that is read slowly; undefined where that came to no end. */
  private async fitting(
    directory: string,
    name: string,
    first: Judged,
    priority: Priority,
  ): Promise<string | undefined> {
    let as: string | undefined = name;
    let bytes = first;
    for (const depth of depths) {
      if (!(await this.isSlow(directory, as, bytes, priority))) return as;
      as = await this.anew(directory, as, depth, priority);
      if (as === undefined) return undefined;
      bytes = 'surplus';
    }
    return as;
  }

  private async isSlow(
    directory: string,
    name: string,
    bytes: Judged,
    { signal }: Priority,
  ): Promise<boolean> {
    const count = await objectsOf(join(directory, 'objects/pack', `${name}.pack`));
    if (count > mostPackObjects) return false;
    // As git names those of pushes: what a kill leaves is removed with them.
    const objects = await mkdtemp(join(directory, 'objects/tmp_objdir-joined-'));
    try {
      await mkdir(join(objects, 'pack'));
      for (const end of ['pack', 'idx']) {
        const file = `pack/${name}.${end}`;
        await symlink(resolve(directory, 'objects', file), join(objects, file));
      }
      const costs = new PackCosts(count);
      const place = { directory, objects, timeout: longestRun, signal };
      const { isSlow } = await pushedSizes(this.processes, place, costs);
      return isSlow === true || costs[bytes] > mostSurplus;
    } finally {
      await rm(objects, { recursive: true, force: true });
    }
  }

  /** At any moment all objects are there: in the one pack, in the other, or in both. */
  private async anew(
    directory: string,
    name: string,
    depth: number,
    priority: Priority,
  ): Promise<string | undefined> {
    const at = join(directory, 'objects/pack');
    const others = (await packsIn(join(directory, 'objects'))).filter((each) => each !== name);
    const more = [`--depth=${depth}`];
    const asked = { ...priority, input: `${name}.pack\n`, more, values: [join(at, 'pack')] };
    const told = await this.git.told(directory, 'pack-objects', asked);
    if (told === undefined) return undefined;
    const made = `pack-${told.trim()}`;
    if (made === name) return made;
    const [has, had] = await Promise.all([made, name].map((each) => objectsOf(join(at, `${each}.pack`))));
    if (has !== had) return undefined;
    const input = [...others, made].map((each) => `${each}.idx\n`).join('');
    const index = (...how: string[]): Promise<boolean> =>
      this.git.run(directory, 'multi-pack-index', { ...priority, input, more: how });
    // What was pushed meanwhile may need what no pack has yet: there is no bitmap over it.
    if (!(await index('--bitmap')) && !(await index())) return undefined;
    for (const end of kept) await rm(join(at, `${name}.${end}`), { force: true });
    return made;
  }
}
