import { Turns } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { mostKnown } from '../upkeep/commit-texts.js';
import { mostPackObjects, mostSurplus, PackCosts } from '../packs/pack-costs.js';
import { packedObjects } from '../packs/pack-files.js';
import { noSizes, pushedSizes, type PushedSizes } from '../packs/pushed-sizes.js';
import { brokenPack, slowPack, tooManyObjects, type SlowLook } from './slow-objects.js';
import { toldReferences } from './told-references.js';

/**
 * Bytes beyond what honest packs have, for what one push has, and for what pushes have had that were taken. `possible`:
 * those that nobody can tell from what honest packs may have as well; upkeep packs it anew.
 */
const most = {
  surplus: { push: mostSurplus, together: 128 << 20 },
  possible: { push: 2 ** 33, together: 2 ** 34 },
};
const kinds = ['surplus', 'possible'] as const;
/** Packs of more objects are looked at some at a time. */
const small = 50_000;
/** So long (ms) counts what has come. */
const aDay = 24 * 3_600_000;

const unlimited = { total: Infinity, each: [Infinity, Infinity] };
const noTime = (): never => {
  throw new Error('there was no time for the look');
};

/** What the objects of a push are. */
export interface LookedPack {
  sizes: PushedSizes;
  /** Why it is refused for how slowly git would read them, if it is. */
  refusal?: typeof slowPack;
  /** Bytes that git unpacks for them beyond what it does for honest ones, or may. */
  bytes: Record<(typeof kinds)[number], number>;
  /** git may take long to read its commits and tags until they are in the commit-graph. */
  hasSlowTexts: boolean;
}

export const noPack: LookedPack = {
  sizes: noSizes,
  bytes: { surplus: 0, possible: 0 },
  hasSlowTexts: false,
};

/** git may read what came slowly until it is packed anew. */
export const isForUpkeep = ({ bytes }: LookedPack): boolean => bytes.possible > mostSurplus;

/**
 * Refuses packs whose objects git would read slowly from then on: as the last of many differences, or with blocks
 * without content between. A push may hold so what was there before, and git reads an object where it finds it first:
 * the files of others, their directories and commits took minutes then. What is new did when it was merged.
 */
export class SlowPacks {
  /** Bytes beyond those of honest ones that pushes have had, by the directory of the repository. */
  private readonly sums = new LRUCache<string, LookedPack['bytes']>({
    max: mostKnown,
    ttl: aDay,
    noUpdateTTL: true,
  });
  /** One of a company. */
  private readonly large = new Turns({ total: 3, each: [1, 1] }, unlimited, Infinity);

  constructor(private readonly processes: GitProcesses) {}

  /**
   * Looks at the objects of a push, in a directory that holds no others.
   * @throws Error when git does not tell, or not in time
   */
  async look(
    objects: string,
    { directory, timeout }: SlowLook,
    { company, account }: TransferGrant['owner'],
  ): Promise<LookedPack> {
    const { processes } = this;
    const until = Date.now() + timeout;
    const count = await packedObjects(objects);
    const place = { directory, objects, timeout };
    // Into a repository without references nobody has pushed yet who would be kept.
    if (count === 0 || !(await this.hasReferences(directory, timeout)))
      return judged({ ...noPack, sizes: await pushedSizes(processes, place), hasSlowTexts: count > 0 });
    if (count > mostPackObjects) return { ...noPack, refusal: tooManyObjects(mostPackObjects) };
    const look = async (): Promise<LookedPack> => {
      const costs = new PackCosts(count);
      const sizes = await pushedSizes(processes, { ...place, timeout: until - Date.now() }, costs);
      const bytes = { surplus: costs.surplus, possible: costs.possible };
      const before = this.sums.get(directory) ?? noPack.bytes;
      const isMuch = kinds.some((kind) => {
        const [now, { push, together }] = [bytes[kind], most[kind]];
        return now > push || (now > 0 && before[kind] + now > together);
      });
      const { hasSlowTexts } = costs;
      return judged({ sizes, bytes, hasSlowTexts, ...(isMuch && { refusal: slowPack }) });
    };
    if (count <= small) return look();
    return this.large.run({ parties: [company, account], deadline: until }, look, noTime);
  }

  /** A push was taken that had so many bytes. */
  came(directory: string, { surplus, possible }: LookedPack['bytes']): void {
    if (possible === 0) return;
    const before = this.sums.get(directory) ?? noPack.bytes;
    const sum = { surplus: before.surplus + surplus, possible: before.possible + possible };
    this.sums.set(directory, sum);
  }

  forget(directory: string): void {
    this.sums.delete(directory);
  }

  private async hasReferences(directory: string, timeout: number): Promise<boolean> {
    const flags = ['--count=1', '--format=x'];
    return (await toldReferences(this.processes, directory, flags, timeout)) !== '';
  }
}

const judged = (pack: LookedPack): LookedPack => {
  const { isBroken, isSlow } = pack.sizes;
  if (isBroken) return { ...pack, refusal: brokenPack };
  return isSlow ? { ...pack, refusal: slowPack } : pack;
};
