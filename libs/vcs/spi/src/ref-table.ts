import { refWeight, type NamedRef, type RefSnapshot } from './ref-snapshot.js';

/**
 * Sorted references as two parallel arrays. The keys are the names' bytes, one character per byte (latin1):
 * so the plain order of strings is the bytewise order of names, names that are no UTF-8 stay apart, and a
 * name of ASCII is its own key. A write copies two arrays of pointers: 0.1 ms for 100,000 references.
 */
export class RefTable implements RefSnapshot {
  private constructor(
    private readonly keys: readonly string[],
    private readonly commits: readonly string[],
    /** Tables that came of one another share most of it. */
    readonly weight: number,
    /** The table that it came of: who has the one has the names of the other in memory. */
    readonly origin?: RefTable,
  ) {}

  /** Of keys in their order, and what they point at. */
  static of(keys: readonly string[], commits: readonly string[], origin?: RefTable): RefTable {
    return new RefTable(
      keys,
      commits,
      keys.reduce((sum, key) => sum + weightOf(key), 0),
      origin,
    );
  }

  get size(): number {
    return this.keys.length;
  }

  get names(): readonly string[] {
    return this.keys.map(nameOf);
  }

  get(name: string): string | undefined {
    const key = keyOf(name);
    const at = this.position(key);
    return this.keys[at] === key ? this.commits[at] : undefined;
  }

  page(offset: number, limit: number): NamedRef[] {
    return this.keys
      .slice(offset, offset + limit)
      .map((key, index) => ({ id: nameOf(key), commit: this.commits[offset + index] }));
  }

  /** Whether one of the first `most` names is at the commit. */
  hasTip(commit: string, most: number): boolean {
    const last = Math.min(most, this.commits.length);
    for (let at = 0; at < last; at += 1) if (this.commits[at] === commit) return true;
    return false;
  }

  collision(name: string, free = new Set<string>()): string | undefined {
    const key = keyOf(name);
    const looked: string[] = [];
    // From the deepest on: where one is free, so are all above it.
    for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      const above = key.slice(0, slash);
      if (free.has(above)) break;
      if (this.keys[this.position(above)] === above) return nameOf(above);
      looked.push(above);
    }
    for (const each of looked) free.add(each);
    const below = this.keys[this.position(`${key}/`)];
    return below?.startsWith(`${key}/`) ? nameOf(below) : undefined;
  }

  /** The same table with the name at the commit; `undefined` takes the name away. */
  with(name: string, commit: string | undefined): RefTable {
    const key = keyOf(name);
    const at = this.position(key);
    const present = this.keys[at] === key ? 1 : 0;
    if (commit === undefined && !present) return this;
    const keys = this.keys.slice();
    const commits = this.commits.slice();
    if (commit === undefined) {
      keys.splice(at, 1);
      commits.splice(at, 1);
      return new RefTable(keys, commits, this.weight - weightOf(key), this.origin ?? this);
    }
    keys.splice(at, present, key);
    commits.splice(at, present, commit);
    return new RefTable(keys, commits, this.weight + (present ? 0 : weightOf(key)), this.origin ?? this);
  }

  /** The same table with all these refs, by their keys. */
  under(others: ReadonlyMap<string, string>): RefTable {
    if (others.size === 0) return this;
    const keys: string[] = [];
    const commits: string[] = [];
    let at = 0;
    const takeBelow = (limit?: string) => {
      while (at < this.keys.length && (limit === undefined || this.keys[at] < limit)) {
        keys.push(this.keys[at]);
        commits.push(this.commits[at]);
        at += 1;
      }
    };
    for (const [key, commit] of [...others].sort(([a], [b]) => compareKeys(a, b))) {
      takeBelow(key);
      if (this.keys[at] === key) at += 1;
      keys.push(key);
      commits.push(commit);
    }
    takeBelow();
    return RefTable.of(keys, commits, this.origin ?? this);
  }

  /** The first position whose key is not below `key`. */
  private position(key: string): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keys[middle] < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const weightOf = (key: string): number => refWeight(key.length);

/** The order of the keys. */
export const compareKeys = (a: string, b: string): number => {
  return a < b ? -1 : a > b ? 1 : 0;
};

export const keyOf = (name: string): string => {
  return isAscii(name) ? name : Buffer.from(name, 'utf8').toString('latin1');
};

export const nameOf = (key: string): string => {
  return isAscii(key) ? key : Buffer.from(key, 'latin1').toString('utf8');
};

const isAscii = (text: string): boolean => {
  return Buffer.byteLength(text) === text.length;
};
