import {
  DomainError,
  fairPlaces,
  FairSlots,
  within,
  type Contender,
  type PlaceLimits,
} from '@holdfast/kernel';
import type { Reading, RefTable } from '@holdfast/vcs-spi';
import type { Refs } from './ref-files.js';
import type { PackedRefs } from './packed-refs.js';

/** Branches and tags of more bytes, as they lie on the disk, are loaded in turns. */
export const smallLoad = 1 << 20;
/** In memory they take so many times as much, with what a load makes besides. */
const growth = 3;
/** MiB of memory that all of them take together. */
const most = fairPlaces(256);
const waiting = fairPlaces(2048);
/** So long after its end a load counts at most, if what it brought is no garbage before (ms). */
const counted = 2_000;

export interface LargeLoad {
  readonly directory: string;
  /** On the disk. */
  readonly bytes: number;
  /** For whom. Absent: it counts for the directory. */
  readonly reading?: Reading | undefined;
  /** Until when somebody waits for it (ms since the epoch), which may become later. */
  until(): number;
}

export interface Loaded {
  readonly refs: Refs;
  readonly packed: PackedRefs;
}

/** What a load has brought, as long as it counts. */
interface Brought {
  readonly stamp: string;
  readonly heads: WeakRef<RefTable>;
  readonly tags: WeakRef<RefTable>;
  readonly others: number;
}

/**
 * The loads of repositories with many refs. Each takes as many places as it takes MiB of memory, and has them until
 * what it brought is garbage.
 */
export class LargeLoads {
  private readonly slots: FairSlots<Contender>;
  private readonly brought = new Map<string, Brought>();
  private readonly garbage = new FinalizationRegistry<() => void>((release) => release());

  /** `places`: MiB. `time`: the most that a load counts after its end (ms). */
  constructor(
    places: PlaceLimits = most,
    private readonly time = counted,
  ) {
    this.slots = new FairSlots(places, waiting, -1);
  }

  /** What the last load of the directory found in `packed-refs`, if it still counts: it may be used without a turn. */
  packed(directory: string): PackedRefs | undefined {
    const brought = this.brought.get(directory);
    const heads = brought?.heads.deref();
    const tags = brought?.tags.deref();
    return brought && heads && tags && { ...brought, heads, tags };
  }

  /**
   * Loads in its turn.
   * @throws DomainError `unavailable` when no turn comes as long as somebody waits, or too many wait
   */
  async run(one: LargeLoad, load: () => Promise<Loaded>): Promise<Refs> {
    let onTurn = (): void => undefined;
    const { owner } = one.reading ?? {};
    const contender: Contender = {
      parties: owner ? [owner.company, owner.account] : [one.directory, one.directory],
      places: Math.ceil((one.bytes * growth) / (1 << 20)),
      begin: () => onTurn(),
    };
    const asked = this.slots.ask(contender);
    if (asked === 'refused') throw noTurn();
    try {
      if (asked === 'waits') await turnOf(one, (begin) => (onTurn = begin));
      const { refs, packed } = await load();
      this.count(contender, one.directory, packed);
      return refs;
    } catch (error) {
      this.slots.leave(contender);
      throw error;
    }
  }

  /** All that is made of the tables of `packed-refs` holds on to them. */
  private count(contender: Contender, directory: string, { heads, tags, ...more }: PackedRefs): void {
    const brought = { ...more, heads: new WeakRef(heads), tags: new WeakRef(tags) };
    this.brought.set(directory, brought);
    const release = (): void => {
      clearTimeout(timer);
      this.garbage.unregister(contender);
      if (this.brought.get(directory) === brought) this.brought.delete(directory);
      this.slots.leave(contender);
    };
    const timer = setTimeout(release, this.time).unref();
    let left = 2;
    const oneLess = (): void => {
      left -= 1;
      if (left === 0) release();
    };
    for (const table of [heads, tags]) this.garbage.register(table, oneLess, contender);
  }
}

/** Resolves when the turn has come; `onTurn` takes what is to be called then. */
const turnOf = (one: LargeLoad, onTurn: (begin: () => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const watch = (): void => {
      const left = one.until() - Date.now();
      if (left <= 0) reject(noTurn());
      else timer = setTimeout(watch, left);
    };
    onTurn(() => {
      clearTimeout(timer);
      resolve();
    });
    watch();
  });

const noTurn = (): DomainError =>
  DomainError.unavailable('too many branches and tags are read at this moment');

/**
 * What is loaded, if it comes before nobody waits for it any more.
 * @throws DomainError `unavailable` otherwise
 */
export const inTime = <T>(loading: Promise<T>, deadline: number): Promise<T> =>
  within(deadline - Date.now(), loading, () => {
    throw noTurn();
  });
