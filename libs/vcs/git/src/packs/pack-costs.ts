import { ChainCosts, type ChainCost } from './chain-costs.js';

/** git may unpack so many bytes to read an object of that size: what it makes itself are chains of 50 at most. */
const usual = (size: number): number => 64 * size + (16 << 10);
/**
 * Beyond that so many count as one: git takes half a second for a GiB of them. The small ones of a list that has grown
 * stand behind 50 large ones, which are usual for these alone.
 */
const quickly = 32;
/** And it may read so many for that, in the pack: of differences, and of that from which the first of them is one. */
const usuallyRead = (size: number): number => 2 * size + (4 << 10);
/** These may be so long, unpacked: each byte may stand for the copy of another one, which takes git long. */
const usuallyLong = (size: number): number => 4 * size + (8 << 10);
/** A whole one takes so many bytes at most: zlib adds little to what it cannot make smaller. */
const mostPacked = (size: number): number => size + (size >> 8) + 64;
/** One of these beyond that counts as so many: it may be of a block without content. */
const slowly = 20;
/**
 * As much beyond that honest packs have, for each byte of the pack that is of files, and for each directory, commit and
 * tag: files that have grown or become shorter are long chains, of which git reads some when it is asked for them; of
 * the others it reads many for each push. (A history of lists of each day has 8 to 12 for a byte, and `below` 5, as
 * GitHub packs it; one of a list that grows 18; jquery's builds 0.5 and 5; our own repository 1 and 0.5; Rails, of
 * 1,242,388 objects, 0.2 and 2.) By bytes of the pack: thousands of files that stand in it as a few bytes each would
 * make room for what is slow beside them.
 */
const honestly = { file: 20, below: 6, other: 64 };
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
  private below = 0;
  /** What honest packs have beyond, and below. */
  private readonly honest = { file: 0, other: 0, below: 0 };
  private highest = 0;
  /** git reads some commits or tags slowly. */
  hasSlowTexts = false;

  /** `count`: of how many objects. */
  constructor(count: number) {
    this.costs = new ChainCosts(count);
  }

  add(object: PackedObject): void {
    const { id, type, size, packed, length, base } = object;
    const sort = type === 'blob' ? 'file' : 'other';
    if (sort === 'other') this.honest.other += honestly.other;
    else {
      // What stands for nothing makes no room for itself.
      const own = Math.min(packed, mostPacked(length));
      this.honest.file += honestly.file * own;
      this.honest.below += honestly.below * own;
    }
    const cost = base === whole ? costOfWhole(size, packed) : this.differenceFrom(object);
    if (cost !== unknown) this.costs.set(id, cost);
    const read = Math.max(0, cost.packed - usuallyRead(size)) + Math.max(0, cost.length - usuallyLong(size));
    const beyond = Math.max(0, cost.unpacked - usual(size)) / quickly + slowly * read;
    if (base !== whole) this.below += slowly * Math.max(0, cost.root - usuallyRead(size));
    if (beyond <= 0) return;
    this.beyond[sort] += beyond;
    this.highest = Math.max(this.highest, beyond);
    this.hasSlowTexts ||= type === 'commit' || type === 'tag';
  }

  /** Before all are told once more. */
  again(): void {
    [this.isIncomplete, this.hasSlowTexts, this.highest] = [false, false, 0];
    for (const sums of [this.beyond, this.honest]) [sums.file, sums.other] = [0, 0];
    [this.below, this.honest.below] = [0, 0];
  }

  /** Bytes that git unpacks for all of them beyond what it does for honest ones; Infinity for one that has too many. */
  get surplus(): number {
    const { file, other } = this.beyond;
    if (this.highest > mostOfOne) return Infinity;
    return Math.max(0, file - this.honest.file) + Math.max(0, other - this.honest.other);
  }

  /**
   * The same where whole objects below differences may be of blocks that zlib reads slowly. Those of git are not, and
   * nobody can tell: a list that has grown with each of many commits has as much.
   */
  get possible(): number {
    return this.surplus + Math.max(0, this.below - this.honest.below);
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

/** What nobody honest has in a pack counts as what is read of differences. */
const costOfWhole = (size: number, packed: number): ChainCost => ({
  unpacked: size,
  packed: Math.max(0, packed - mostPacked(size)),
  length: 0,
  root: packed,
});
const unknown: ChainCost = { unpacked: Infinity, packed: Infinity, length: Infinity, root: Infinity };
