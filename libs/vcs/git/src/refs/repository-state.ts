import type { ForeignWrite, Reading } from '@holdfast/vcs-spi';
import { inTime, LargeLoads, smallLoad, type Loaded } from './large-loads.js';
import { LargeRefs, type PackedRefs } from './packed-refs.js';
import { readRefs, readSome, type Refs } from './ref-files.js';

/** A ref that a write of ours has put on disk; `commit` undefined: taken away. */
export interface AppliedChange {
  sort: 'branches' | 'tags';
  name: string;
  commit: string | undefined;
}

/** How long nothing is remembered after a writer was lost that may still be running (ms). */
const grace = 15_000;
/** So long does somebody wait for a large load who does not say how long (ms). */
const patience = 10_000;

/** A load that takes turns. `begun`: it has its turn, and reads what the disk had from then on. */
interface Waited {
  promise: Promise<Refs>;
  begun: boolean;
  generation: number;
  until: number;
}

/**
 * What is known in memory about the refs of one directory. All writes to a directory go through this node, so
 * memory is exact: while a push may be writing (`foreign`), every read is made on the disk by a load that
 * began after the reader asked; a write of ours is applied to the remembered tables as it is answered.
 */
export class RepositoryState {
  /** Counts what a load must not overlap if its result is to be remembered. */
  private generation = 0;
  /** Counts only foreign writes, their begins and ends. */
  private foreignEvents = 0;
  private foreign = 0;
  private quietUntil = 0;
  private remembered: Refs | undefined;
  private packed: PackedRefs | undefined;
  private loading: { promise: Promise<Refs>; generation: number } | undefined;
  private queued: Promise<Refs> | undefined;
  private large: Waited | undefined;
  /** Calls that hold on to this object; it must not be replaced by another while there are any. */
  private pins = 0;

  constructor(
    private readonly directory: string,
    private readonly now: () => number = Date.now,
    private readonly loads = new LargeLoads(),
  ) {}

  /** What is in memory now, which is exact. */
  get known(): Refs | undefined {
    return this.remembered;
  }

  /** @throws DomainError `unavailable` where there are many and no turn to load them comes in time */
  async refs(reading?: Reading): Promise<Refs> {
    if (this.remembered) return this.remembered;
    return this.pinned(() => this.load().catch(ifLarge(({ bytes }) => this.loadLarge(bytes, reading))));
  }

  /** What one ref points at. Of many that are not remembered it goes through the file and holds none. */
  async find(sort: AppliedChange['sort'], name: string, ref: string): Promise<string | undefined> {
    if (this.remembered) return this.remembered[sort].get(name);
    return this.pinned(() =>
      this.load().then(
        (refs) => refs[sort].get(name),
        ifLarge(async () => (await readSome(this.directory, [ref])).get(ref)),
      ),
    );
  }

  /** Runs a write of refs and applies what it answers to memory in the same turn. */
  async write(work: () => Promise<AppliedChange[]>): Promise<void> {
    const before = this.foreignEvents;
    await this.pinned(async () => {
      try {
        const changes = await work();
        this.generation += 1;
        // A push that began or ended meanwhile may have moved the same ref after us.
        if (before === this.foreignEvents) this.apply(changes);
        else this.forget();
      } catch (error) {
        this.forget();
        throw error;
      }
    });
  }

  foreignWrite(): ForeignWrite {
    this.foreign += 1;
    this.foreignEvents += 1;
    this.forget();
    let open = true;
    const close = (quiet: number) => {
      if (!open) return;
      open = false;
      this.foreign -= 1;
      this.foreignEvents += 1;
      this.quietUntil = Math.max(this.quietUntil, quiet);
      this.forget();
    };
    return { end: () => close(0), lost: () => close(this.now() + grace) };
  }

  /** Nothing depends on this object but memory. */
  get idle(): boolean {
    return this.pins === 0 && this.foreign === 0 && this.now() >= this.quietUntil;
  }

  /** Bytes of memory, roughly. What is remembered and what `packed-refs` said share their names. */
  get weight(): number {
    const { remembered, packed } = this;
    return Math.max(
      remembered ? remembered.branches.weight + remembered.tags.weight : 0,
      packed ? packed.heads.weight + packed.tags.weight : 0,
    );
  }

  /** Lets go of what it has in memory, but for what depends on this object. */
  lighten(): void {
    this.packed = undefined;
    this.forget();
  }

  private forget(): void {
    this.generation += 1;
    this.remembered = undefined;
  }

  private apply(changes: AppliedChange[]): void {
    if (!this.remembered) return;
    const refs = { ...this.remembered };
    for (const { sort, name, commit } of changes) refs[sort] = refs[sort].with(name, commit);
    this.remembered = refs;
  }

  private get exact(): boolean {
    return this.foreign === 0 && this.now() >= this.quietUntil;
  }

  private load(): Promise<Refs> {
    if (!this.loading) return this.startLoad();
    if (this.exact) {
      return this.loading.generation === this.generation ? this.loading.promise : this.startLoad();
    }
    // A load that runs already may have passed the ref that the asker knows to be written.
    this.queued ??= this.loading.promise
      .catch(() => undefined)
      .then(() => {
        this.queued = undefined;
        return this.startLoad();
      });
    return this.queued;
  }

  private startLoad(): Promise<Refs> {
    const { generation } = this;
    const promise = this.read(smallLoad).then(({ refs }) => refs);
    const loading = { promise, generation };
    this.loading = loading;
    const done = () => {
      if (this.loading === loading) this.loading = undefined;
    };
    promise.then(done, done);
    return promise;
  }

  private async read(most?: number): Promise<Loaded> {
    const { generation, exact } = this;
    const known = this.packed ?? this.loads.packed(this.directory);
    const { refs, packed } = await readRefs(this.directory, known, most);
    this.packed = packed;
    if (exact && generation === this.generation) this.remembered = refs;
    return { refs, packed };
  }

  private loadLarge(bytes: number, reading?: Reading): Promise<Refs> {
    const until = reading?.deadline ?? Date.now() + patience;
    const { large } = this;
    const joins = large && (!large.begun || (this.exact && large.generation === this.generation));
    const waited = joins ? large : this.startLarge(bytes, until, reading);
    waited.until = Math.max(waited.until, until);
    return inTime(waited.promise, until);
  }

  /** What it reads it reads after its turn has come: who asks before that may wait for the same. */
  private startLarge(bytes: number, until: number, reading?: Reading): Waited {
    const { directory, generation } = this;
    const waited = { begun: false, generation, until } as Waited;
    const load = async (): Promise<Loaded> => {
      waited.begun = true;
      waited.generation = this.generation;
      const { remembered, packed } = this;
      return remembered && packed ? { refs: remembered, packed } : this.read();
    };
    const done = () => {
      if (this.large === waited) this.large = undefined;
    };
    waited.promise = this.loads.run({ directory, bytes, reading, until: () => waited.until }, load);
    waited.promise.then(done, done);
    this.large = waited;
    return waited;
  }

  private async pinned<T>(work: () => Promise<T>): Promise<T> {
    this.pins += 1;
    try {
      return await work();
    } finally {
      this.pins -= 1;
    }
  }
}

/** Answers otherwise where there are too many refs to be read without a turn. */
const ifLarge =
  <T>(otherwise: (large: LargeRefs) => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof LargeRefs) return otherwise(error);
    throw error;
  };
