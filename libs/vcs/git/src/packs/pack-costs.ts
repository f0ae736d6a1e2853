import { ChainCosts, type ChainCost } from './chain-costs.js';

/**
 * git may unpack so many bytes to read an object of that size: the differences that it makes are chains of 50 at most.
 * Beyond that it takes some ms for each MiB.
 */
const usual = (size: number): number => 64 * size + (16 << 10);
/** And it may read so many of differences for that, in the pack. */
const usuallyRead = (size: number): number => 2 * size + (4 << 10);
/**
 * These may be so long, unpacked: each byte may stand for the copy of another one, which takes git long. (Beyond that
 * the history of git, packed anew, has 44 bytes for each object in files, that of Rails 27, and none in directories.)
 */
const usuallyLong = (size: number): number => 4 * size + (8 << 10);
/** A whole one takes so many bytes at most: zlib adds little to what it cannot make smaller. */
const mostPacked = (size: number): number => size + (size >> 8) + 64;
/** One of these beyond that takes as long as so many that are unpacked: it may be of a block without content. */
const slowly = 20;
/**
 * As much beyond that honest packs have for each object: files that have grown are long chains, of which git reads some
 * when it is asked for them; of directories and commits it reads many for each push. (Packed anew by git, with chains
 * of 50, Rails has 440 bytes for each in files, our own repository 3,800, that of git 10 in directories.)
 */
const honestly = {
  file: (size: number): number => Math.min(8 << 10, 4 * size),
  other: (): number => 64,
};
/** So many bytes beyond what is usual one object may have. */
const mostOfOne = 16 << 20;

/** So many bytes beyond it a pack may have, for what one push has, or upkeep has joined. */
export const mostSurplus = 32 << 20;
/** Of so many objects costs are in memory, some 200 MB. Packs of more are not looked at. */
export const mostPackObjects = 3_000_000;

/** What git names as that from which an object is a difference, where it is none. */
export const whole = '0'.repeat(40);

/** An object of a pack, as git tells of it. */
export interface PackedObject {
  id: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Bytes in the pack. */
  packed: number;
  /** Bytes of what the pack has of it, unpacked: of itself, or of the difference. */
  length: number;
  /** From which it is a difference. */
  base: string;
}

/** What it costs git to read the objects of a pack, which are told in its order. */
export class PackCosts {
  /** Some were told before that from which they are a difference: all are to be told once more. */
  isIncomplete = false;
  private readonly costs: ChainCosts;
  private readonly beyond = { file: 0, other: 0 };
  /** And what counts as such of the whole objects below differences. */
  private readonly below = { file: 0, other: 0 };
  private readonly honest = { file: 0, other: 0 };
  private highest = 0;
  /** git reads some commits or tags slowly. */
  hasSlowTexts = false;

  /** `count`: of how many objects. */
  constructor(count: number) {
    this.costs = new ChainCosts(count);
  }

  add(object: PackedObject): void {
    const { id, type, size, packed, base } = object;
    const sort = type === 'blob' ? 'file' : 'other';
    this.honest[sort] += honestly[sort](size);
    const cost = base === whole ? costOfWhole(size, packed) : this.differenceFrom(object);
    if (cost !== unknown) this.costs.set(id, cost);
    const read = Math.max(0, cost.packed - usuallyRead(size)) + Math.max(0, cost.length - usuallyLong(size));
    const beyond = cost.unpacked - usual(size) + slowly * read;
    if (base !== whole) this.below[sort] += slowly * Math.max(0, cost.root - usuallyRead(size));
    if (beyond <= 0) return;
    this.beyond[sort] += beyond;
    this.highest = Math.max(this.highest, beyond);
    this.hasSlowTexts ||= type === 'commit' || type === 'tag';
  }

  /** Before all are told once more. */
  again(): void {
    [this.isIncomplete, this.hasSlowTexts, this.highest] = [false, false, 0];
    for (const sums of [this.beyond, this.below, this.honest]) [sums.file, sums.other] = [0, 0];
  }

  /** Bytes that git unpacks for all of them beyond what it does for honest ones; Infinity for one that has too many. */
  get surplus(): number {
    return this.highest > mostOfOne ? Infinity : this.sum((sort) => this.beyond[sort]);
  }

  /**
   * The same where whole objects below differences may be of blocks that zlib reads slowly. Those of git are not, and
   * nobody can tell: a list that has grown with each of many commits has as much.
   */
  get possible(): number {
    return this.highest > mostOfOne ? Infinity : this.sum((sort) => this.beyond[sort] + this.below[sort]);
  }

  private sum(bytes: (sort: 'file' | 'other') => number): number {
    const sorts = ['file', 'other'] as const;
    return sorts.reduce((sum, sort) => sum + Math.max(0, bytes(sort) - this.honest[sort]), 0);
  }

  private differenceFrom({ base, size, packed, length }: PackedObject): ChainCost {
    const from = this.costs.get(base);
    if (!from) {
      this.isIncomplete = true;
      return unknown;
    }
    return {
      unpacked: size + from.unpacked,
      packed: packed + from.packed,
      length: length + from.length,
      root: from.root,
    };
  }
}

/** What nobody honest has in a pack counts as if it were unpacked. */
const costOfWhole = (size: number, packed: number): ChainCost => ({
  unpacked: size + slowly * Math.max(0, packed - mostPacked(size)),
  packed: 0,
  length: 0,
  root: packed,
});
const unknown: ChainCost = { unpacked: Infinity, packed: Infinity, length: Infinity, root: Infinity };
