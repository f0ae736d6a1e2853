import { ChainCosts, type ChainCost } from './chain-costs.js';

/**
 * git may unpack so many bytes to read an object of that size: the differences that it makes are chains of 50 at most.
 * Beyond that it takes some ms for each MiB.
 */
const usual = (size: number): number => 64 * size + (16 << 10);
/** And it may read so many in the pack for that. */
const usuallyRead = (size: number): number => 2 * size + (4 << 10);
/** One that is read beyond that takes as long as so many that are unpacked: it may be of a block without content. */
const slowly = 20;
/**
 * As much beyond that as honest packs have for each object: files that have grown are long chains, of which git reads
 * some when it is asked for them; of directories and commits it reads many for each push. (Packed anew by git, with
 * chains of 50, Rails has 440 bytes for each in files, our own repository 3,800, that of git 10 in directories.)
 */
const honestly = { file: 8 << 10, other: 64 };
/** So many bytes beyond what is usual one object may have. */
const mostOfOne = 16 << 20;

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
  /** From which it is a difference. */
  base: string;
}

/** What it costs git to read the objects of a pack, which are told in its order. */
export class PackCosts {
  /** Some were told before that from which they are a difference: all are to be told once more. */
  isIncomplete = false;
  private readonly costs: ChainCosts;
  private readonly beyond = { file: 0, other: 0 };
  private highest = 0;
  /** git reads some commits or tags slowly. */
  hasSlowTexts = false;

  /** `count`: of how many objects. */
  constructor(private readonly count: number) {
    this.costs = new ChainCosts(count);
  }

  add(object: PackedObject): void {
    const { id, type, size, packed, base } = object;
    const from = base === whole ? nothing : this.costs.get(base);
    if (!from) this.isIncomplete = true;
    const { unpacked: before, packed: read } = from ?? unknown;
    const cost = { unpacked: size + before, packed: packed + read };
    if (from) this.costs.set(id, cost);
    const beyond = cost.unpacked - usual(size) + slowly * Math.max(0, cost.packed - usuallyRead(size));
    if (beyond <= 0) return;
    this.beyond[type === 'blob' ? 'file' : 'other'] += beyond;
    this.highest = Math.max(this.highest, beyond);
    this.hasSlowTexts ||= type === 'commit' || type === 'tag';
  }

  /** Before all are told once more. */
  again(): void {
    this.isIncomplete = false;
    [this.beyond.file, this.beyond.other, this.highest] = [0, 0, 0];
  }

  /** Bytes that git unpacks for all of them beyond what it does for honest ones; Infinity for one that has too many. */
  get surplus(): number {
    if (this.highest > mostOfOne) return Infinity;
    const sorts = ['file', 'other'] as const;
    return sorts.reduce((sum, sort) => sum + Math.max(0, this.beyond[sort] - honestly[sort] * this.count), 0);
  }
}

const nothing: ChainCost = { unpacked: 0, packed: 0 };
const unknown: ChainCost = { unpacked: Infinity, packed: Infinity };
