import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { mostKnown } from '../upkeep/commit-texts.js';
import { ChainCosts } from './chain-costs.js';
import { whole } from './pushed-sizes.js';
import { storedAnew, type SlowLook } from './slow-objects.js';
import { questions, tellObjects } from './told-objects.js';

/** git is asked about so many at a time whether they are there. */
const atOnce = 4_096;
/**
 * git may unpack so many bytes to read an object of that size: the differences that it makes are chains of 50 at most.
 * Beyond that it takes some ms for each MiB.
 */
const usual = (size: number): number => 64 * size + (16 << 10);
/**
 * Bytes that git may unpack beyond what is usual, for all that a push of so many objects has. All 850,000 of git's own
 * repository have 160 MiB.
 */
const mostOf = (objects: number): number => (32 << 20) + 512 * objects;
/** The same for all that pushes have had. */
const mostTogether = 512 << 20;
/** Of so many objects costs are in memory, some 50 MB. */
const mostObjects = 3_000_000;
/** Packs of more objects are looked at one at a time. */
const small = 50_000;

type Line = readonly [size: number, base: string, id: string];
type Place = Pick<SlowLook, 'directory' | 'timeout'> & { objects: string };

/**
 * Refuses what would have git read slowly, from then on, what was there before: a push may hold that as well, as the
 * last of many differences, and git reads an object where it finds it first. The files of others, their directories and
 * commits took minutes then.
 */
export class StoredAnew {
  /** Bytes beyond what is usual that pushes have had, by the directory of the repository. */
  private readonly sums = new LRUCache<string, number>({ max: mostKnown });
  private large: Promise<unknown> = Promise.resolve();

  constructor(private readonly processes: GitProcesses) {}

  /**
   * Why a push is refused for what it has of what was there before, if it is. `objects`: the directory that holds its
   * objects; `count`: how many, if some of them are stored as differences.
   * @throws Error when git does not tell, or not in time
   */
  async refusalOf(
    objects: string | undefined,
    count: number,
    { directory, timeout }: SlowLook,
  ): Promise<typeof storedAnew | undefined> {
    if (objects === undefined || count === 0) return undefined;
    const place = { directory, objects, timeout };
    if (!(await this.hasReferences(place))) return undefined;
    if (count > mostObjects) return storedAnew;
    const look = (): Promise<number> => this.beyond(place, new ChainCosts(count));
    const beyond = await (count > small ? this.oneByOne(look) : look());
    const sum = (this.sums.get(directory) ?? 0) + beyond;
    if (beyond > 0 && (beyond > mostOf(count) || sum > mostTogether)) return storedAnew;
    this.sums.set(directory, sum);
    return undefined;
  }

  forget(directory: string): void {
    this.sums.delete(directory);
  }

  private oneByOne<T>(look: () => Promise<T>): Promise<T> {
    const next = this.large.then(look);
    this.large = next.catch(() => undefined);
    return next;
  }

  /** Without them nobody can have read anything yet. */
  private async hasReferences({ directory }: Place): Promise<boolean> {
    const command = { command: 'for-each-ref' as const, directory, flags: ['--count=1', '--format=x'] };
    return (await this.processes.run(command)).stdout !== '';
  }

  /** Bytes that git unpacks beyond what is usual, to read all that was there before. */
  private async beyond(place: Place, costs: ChainCosts): Promise<number> {
    const until = Date.now() + place.timeout;
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
      for (const id of await this.present(place.directory, some.keys(), until - Date.now()))
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
  private async *lines({ directory, objects, timeout }: Place): AsyncGenerator<Line> {
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
    const timer = setTimeout(() => this.processes.end(child), timeout);
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
