import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { childrenOf } from './process-children.js';

/** How often it is looked what they have (ms): while that is little, and else. */
const [seldom, often] = [1_000, 100];
/** The part of what they may have that is little. */
const little = 1 / 4;

/** Bytes of a page of memory, on all machines that we run on. */
const page = 4096;

/** A program that shares memory with others; what it has started counts as its own. */
export interface MemorySharer {
  readonly pid: number;
  /** Whose it is, from the widest on: a company, and an account in it. */
  readonly owner: readonly string[];
  /** Ends it, at once or soon. It may have ended by itself. */
  end(): void;
}

interface Sized {
  sharer: MemorySharer;
  bytes: number;
}

/** What they may have together: so many bytes, and no larger part of the machine's memory, or of the container's. */
export interface SharedBound {
  readonly bytes?: number;
  readonly part: number;
}

/**
 * Bounds what programs have in memory together. Where that is too much, whose programs have the most loses the largest
 * of them, and with it what made it so large. Needs /proc; elsewhere none ends.
 */
export class SharedMemory {
  private readonly most: number;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  /** Those that were ended and may not be gone yet. */
  private readonly ended = new WeakSet<MemorySharer>();

  constructor(
    private readonly sharers: () => Promise<Iterable<MemorySharer>> | Iterable<MemorySharer>,
    { bytes = Infinity, part }: SharedBound,
  ) {
    this.most = Math.min(bytes, part * Math.min(totalmem(), process.constrainedMemory() || Infinity));
  }

  /** Begins, where it has not. */
  watch(): void {
    this.timer ??= this.next(seldom);
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private next(pause: number): NodeJS.Timeout {
    const look = async (): Promise<void> => {
      const together = await this.look();
      if (!this.isOver) this.timer = this.next(together < little * this.most ? seldom : often);
    };
    return setTimeout(() => void look(), pause).unref();
  }

  /** Answers what they have together. */
  private async look(): Promise<number> {
    const going = [...(await this.sharers())].filter((each) => !this.ended.has(each));
    const left = new Set(await Promise.all(going.map(measured)));
    let together = [...left].reduce((sum, { bytes }) => sum + bytes, 0);
    while (together > this.most && left.size > 0) {
      const next = largest([...left]);
      left.delete(next);
      this.ended.add(next.sharer);
      next.sharer.end();
      together -= next.bytes;
    }
    return together;
  }
}

/** Of whose programs have the most: of the company, of the account in it. */
const largest = (all: readonly Sized[], depth = 0): Sized => {
  const sums = new Map<string, number>();
  const ownerOf = ({ sharer }: Sized): string | undefined => sharer.owner[depth];
  for (const each of all) {
    const owner = ownerOf(each);
    if (owner !== undefined) sums.set(owner, (sums.get(owner) ?? 0) + each.bytes);
  }
  const [most] = [...sums].sort(([, a], [, b]) => b - a);
  if (most)
    return largest(
      all.filter((each) => ownerOf(each) === most[0]),
      depth + 1,
    );
  return all.reduce((one, other) => (other.bytes > one.bytes ? other : one));
};

const measured = async (sharer: MemorySharer): Promise<Sized> => ({
  sharer,
  bytes: await bytesWithChildren(sharer.pid),
});

const bytesWithChildren = async (pid: number): Promise<number> => {
  const [own, children] = await Promise.all([bytesOf(pid), childrenOf(pid)]);
  const theirs = await Promise.all(children.map(bytesWithChildren));
  return theirs.reduce((sum, each) => sum + each, own);
};

/** What a process has in memory for itself; nothing where it has ended. */
const bytesOf = async (pid: number): Promise<number> => {
  const [, resident, shared] = (await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '0 0 0')).split(
    ' ',
  );
  return (Number(resident) - Number(shared)) * page;
};
