import { setTimeout as sleep } from 'node:timers/promises';
import { fairPlaces, Turns } from '@holdfast/kernel';
import { VcsRefusal, type Reading } from '@holdfast/vcs-spi';

/** Something that costs a process and can be used for one directory. */
export interface Pooled {
  /** Ends it once what it was asked has been answered. */
  close(): void;
  /** Set when it can no longer be used. */
  readonly broken: boolean;
  /** Resolves with its first answer, or its end. */
  readonly awake: Promise<void>;
}

interface Entry<T> {
  resource: T;
  owner: string;
  users: number;
  idle?: NodeJS.Timeout;
}

/**
 * So many are started at a time, and so many wait for that. A start stops everything else in the process for some
 * milliseconds: an account has two of them under way.
 */
const starting = fairPlaces(8);
const waiting = fairPlaces(2048);
/**
 * What has not said a word by then holds up no other start (ms): a machine that is busy starts a program in a tenth.
 */
const longestStart = 500;
/** Nobody waits longer than that (ms). */
const patience = 30_000;

/**
 * Keeps one resource per key, at most `limit` at a time, each for `idleTime` ms after its last use. Who comes
 * while all are in use waits; an unused one gives way at once: of the owner who has most of them, so that nobody loses
 * his to somebody who asks for very many.
 */
export class KeyedPool<T extends Pooled> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly waiting: (() => void)[] = [];
  private readonly starts = new Turns(starting, waiting, patience);

  constructor(
    private readonly make: (key: string) => T,
    private readonly limit: number,
    private readonly idleTime: number,
  ) {}

  /**
   * @param user who uses it, and until when he waits
   * @throws VcsRefusal `unavailable` when it is not started in time
   */
  async use<R>(key: string, work: (resource: T) => Promise<R>, user: Reading): Promise<R> {
    const known = this.known(key);
    return known ? this.lend(key, known, work) : this.started(key, work, user);
  }

  /** Ends the resource of the key when its users have finished. */
  drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry) this.remove(key, entry);
  }

  close(): void {
    for (const [key, entry] of this.entries) this.remove(key, entry);
  }

  private known(key: string): Entry<T> | undefined {
    const known = this.entries.get(key);
    if (!known || known.resource.broken) return undefined;
    clearTimeout(known.idle);
    known.users += 1;
    this.entries.delete(key);
    this.entries.set(key, known);
    return known;
  }

  /** The turn to start it lasts until it is awake, or nobody asks it anything any more, but not for long. */
  private started<R>(
    key: string,
    work: (resource: T) => Promise<R>,
    { owner, deadline }: Reading,
  ): Promise<R> {
    const { company, account } = owner;
    return new Promise((resolve, reject) => {
      const start = async (): Promise<void> => {
        const entry = await this.untilTaken(key, company);
        const used = this.lend(key, entry, work);
        used.then(resolve, reject);
        const over = used.catch(() => undefined);
        await Promise.race([entry.resource.awake, over, sleep(longestStart, undefined, { ref: false })]);
      };
      const refuse = (): never => {
        throw new VcsRefusal('unavailable', 'too many programs start at this moment');
      };
      this.starts.run({ parties: [company, account], deadline }, start, refuse).catch(reject);
    });
  }

  private async lend<R>(key: string, entry: Entry<T>, work: (resource: T) => Promise<R>): Promise<R> {
    try {
      return await work(entry.resource);
    } finally {
      this.release(key, entry);
    }
  }

  private async untilTaken(key: string, owner: string): Promise<Entry<T>> {
    for (;;) {
      const entry = this.take(key, owner);
      if (entry) return entry;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  private take(key: string, owner: string): Entry<T> | undefined {
    const known = this.known(key);
    if (known) return known;
    const broken = this.entries.get(key);
    if (broken) this.remove(key, broken);
    if (this.entries.size >= this.limit && !this.evict()) return undefined;
    const entry = { resource: this.make(key), owner, users: 1 };
    this.entries.set(key, entry);
    return entry;
  }

  private evict(): boolean {
    const counts = new Map<string, number>();
    for (const { owner } of this.entries.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    let found: [string, Entry<T>] | undefined;
    let most = 0;
    // The least recently used come first.
    for (const each of this.entries) {
      const count = counts.get(each[1].owner) ?? 0;
      if (each[1].users > 0 || count <= most) continue;
      found = each;
      most = count;
    }
    if (found) this.remove(...found);
    return found !== undefined;
  }

  private release(key: string, entry: Entry<T>): void {
    entry.users -= 1;
    if (entry.users === 0) {
      if (this.entries.get(key) !== entry) entry.resource.close();
      else if (entry.resource.broken) this.remove(key, entry);
      else entry.idle = setTimeout(() => this.remove(key, entry), this.idleTime).unref();
    }
    this.waiting.shift()?.();
  }

  private remove(key: string, entry: Entry<T>): void {
    clearTimeout(entry.idle);
    if (this.entries.get(key) === entry) this.entries.delete(key);
    if (entry.users === 0) entry.resource.close();
  }
}
