import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Turns } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { mostKnown } from '../upkeep/commit-texts.js';
import { ChainCosts } from './chain-costs.js';
import { whole } from './pushed-sizes.js';
import { storedAnew, tooManyObjects, type SlowLook } from './slow-objects.js';
import { questions, tellObjects } from './told-objects.js';

/** git is asked about so many at a time whether they are there. */
const atOnce = 4_096;
/**
 * git may unpack so many bytes to read an object of that size: the differences that it makes are chains of 50 at most.
 * Beyond that it takes some ms for each MiB.
 */
const usual = (size: number): number => 64 * size + (16 << 10);
/** As much beyond that as honest packs have for each of their objects: those of git's own repository have 200 bytes. */
const honestEach = 256;
/** Bytes beyond all of that, for what one push has, and for what pushes have had that were taken. */
const most = { push: 32 << 20, together: 128 << 20 };
/** Of so many objects costs are in memory, some 50 MB. */
const mostObjects = 3_000_000;
/** Packs of more objects are looked at one at a time. */
const small = 50_000;

const unlimited = { total: Infinity, each: [Infinity, Infinity] };
const noTime = (): never => {
  throw new Error('there was no time for the look');
};

type Line = readonly [size: number, base: string, id: string];
interface Place {
  directory: string;
  objects: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** What a push has of what was there before. */
export interface Anew {
  /** Why it is refused for that, if it is. */
  refusal?: typeof storedAnew;
  /** Bytes that git unpacks for it beyond what is usual. */
  bytes: number;
}

export const nothingAnew: Anew = { bytes: 0 };

/**
 * Refuses what would have git read slowly, from then on, what was there before: a push may hold that as well, as the
 * last of many differences, and git reads an object where it finds it first. The files of others, their directories and
 * commits took minutes then.
 */
export class StoredAnew {
  /** Bytes beyond what is usual that pushes have had, by the directory of the repository. */
  private readonly sums = new LRUCache<string, number>({ max: mostKnown });
  /** In turns of companies, and of accounts in these. */
  private readonly large = new Turns({ total: 1, each: [1, 1] }, unlimited, Infinity);

  constructor(private readonly processes: GitProcesses) {}

  /**
   * Looks at what a push has of what was there before. `objects`: the directory that holds its objects; `count`: how
   * many, if some of them are stored as differences.
   * @throws Error when git does not tell, or not in time
   */
  async look(
    objects: string | undefined,
    count: number,
    { directory, timeout }: SlowLook,
    { company, account }: TransferGrant['owner'],
  ): Promise<Anew> {
    if (objects === undefined || count === 0) return nothingAnew;
    const place = { directory, objects, until: Date.now() + timeout };
    if (!(await this.hasReferences(place))) return nothingAnew;
    if (count > mostObjects) return { refusal: tooManyObjects(mostObjects), bytes: 0 };
    const look = (): Promise<number> => this.beyond(place, new ChainCosts(count));
    const one = { parties: [company, account], deadline: place.until };
    const beyond = await (count > small ? this.large.run(one, look, noTime) : look());
    const bytes = Math.max(0, beyond - honestEach * count);
    const isMuch = bytes > most.push || (this.sums.get(directory) ?? 0) + bytes > most.together;
    return { bytes, ...(bytes > 0 && isMuch && { refusal: storedAnew }) };
  }

  /** A push was taken that had so many bytes. */
  came(directory: string, bytes: number): void {
    if (bytes > 0) this.sums.set(directory, (this.sums.get(directory) ?? 0) + bytes);
  }

  forget(directory: string): void {
    this.sums.delete(directory);
  }

  /** Without them nobody can have read anything yet. */
  private async hasReferences({ directory, until }: Place): Promise<boolean> {
    const command = { command: 'for-each-ref' as const, directory, flags: ['--count=1', '--format=x'] };
    return (await this.processes.run(command, { timeout: until - Date.now() })).stdout !== '';
  }

  /** Bytes that git unpacks beyond what is usual, to read all that was there before. */
  private async beyond(place: Place, costs: ChainCosts): Promise<number> {
    const costOf = ([size, base, id]: Line): number => {
      const cost = base === whole ? size : size + (costs.get(base) ?? Infinity);
      if (Number.isFinite(cost)) costs.set(id, cost);
      return cost;
    };
    // What comes behind those that are made from it, as git puts them behind a pack that lacks them, is known then.
    for await (const line of this.lines(place)) costOf(line);
    let sum = 0;
    let some = new Map<string, number>();
    const add = async (): Promise<void> => {
      for (const id of await this.present(place.directory, some.keys(), place.until - Date.now()))
        sum += some.get(id) ?? 0;
      some = new Map();
    };
    for await (const line of this.lines(place)) {
      const [size, base, id] = line;
      const beyond = base === whole ? 0 : costOf(line) - usual(size);
      if (beyond > 0 && some.set(id, beyond).size >= atOnce) await add();
    }
    if (some.size > 0) await add();
    return sum;
  }

  /** All objects of the push, in the order of their pack. */
  private async *lines({ directory, objects, until }: Place): AsyncGenerator<Line> {
    const format = '%(objectsize) %(deltabase) %(objectname)';
    const flags = ['--batch-all-objects', `--batch-check=${format}`, '--buffer', '--unordered'];
    const environment = { GIT_OBJECT_DIRECTORY: objects };
    const child = this.processes.start(
      { command: 'cat-file', directory, flags },
      ['ignore', 'pipe', 'ignore'],
      { environment, yielding: true },
    );
    const closed = once(child, 'close');
    closed.catch(() => undefined); // it is awaited below
    const timer = setTimeout(() => this.processes.end(child), until - Date.now());
    try {
      if (child.stdout)
        for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
          const [size, base, id] = line.split(' ');
          yield [Number(size), base, id];
        }
      const [code] = (await closed) as [number | null];
      if (code !== 0) throw new Error('git did not tell about all objects');
    } finally {
      clearTimeout(timer);
      this.processes.end(child);
    }
  }

  private async present(directory: string, ids: Iterable<string>, timeout: number): Promise<string[]> {
    const found: string[] = [];
    await tellObjects(
      this.processes,
      { directory, flags: ['--batch-check=%(objectname)', '--buffer'] },
      { environment: {}, timeout, input: questions(ids) },
      (line) => line.endsWith(' missing') || found.push(line),
    );
    return found;
  }
}
