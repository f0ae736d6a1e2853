import { VcsRefusal, type NamedRef, type Reading, type RefSnapshot } from '@holdfast/vcs-spi';
import type { RefCommand, RefUpdates } from './ref-command.js';
import type { Refs } from './ref-files.js';
import { refNameProblem } from './ref-name.js';
import type { StateCache } from './state-cache.js';

const attempts = 5;

/** The two sorts of refs that have names of their own: where they lie, and what one is called. */
export const refSorts = {
  branches: { prefix: 'refs/heads/', word: 'branch' },
  tags: { prefix: 'refs/tags/', word: 'tag' },
} as const;

/** Makes and deletes the refs of one sort in one repository. */
export class WrittenRefs {
  constructor(
    private readonly sort: keyof typeof refSorts,
    private readonly directory: string,
    private readonly operations: RefUpdates,
    private readonly states: StateCache,
  ) {}

  async snapshot(reading?: Reading): Promise<RefSnapshot> {
    return (await this.refs(reading))[this.sort];
  }

  /** What one points at; undefined: there is none of this name. */
  async find(id: string): Promise<string | undefined> {
    const commit = await this.states.of(this.directory).find(this.sort, id, this.refOf(id));
    this.states.trim();
    return commit;
  }

  refOf(id: string): string {
    return `${refSorts[this.sort].prefix}${id}`;
  }

  /** All that is known of the refs of the directory. */
  async refs(reading?: Reading): Promise<Refs> {
    const refs = await this.states.of(this.directory).refs(reading);
    this.states.trim();
    return refs;
  }

  /** `first`: it is the first of its sort. */
  async create({ id, commit }: NamedRef, reading: Reading): Promise<{ made: NamedRef; first: boolean }> {
    if (refNameProblem(id)) throw this.invalidName();
    return this.untilUncontended(reading, async (present) => {
      if (present.get(id)) throw new VcsRefusal('name_in_use', `a ${this.word} of this name exists`);
      this.refuseCollision(present, id);
      await this.write({ verb: 'create', ref: this.refOf(id), commit }, { id, commit }, reading);
      return { made: { id, commit }, first: present.size === 0 };
    });
  }

  async delete(
    { id, expected }: { id: string; expected?: string | undefined },
    reading: Reading,
  ): Promise<NamedRef> {
    return this.untilUncontended(reading, async (present) => {
      const commit = present.get(id);
      if (commit === undefined) throw new VcsRefusal('not_found', `there is no ${this.word} of this name`);
      if (expected !== undefined && expected !== commit)
        throw new VcsRefusal('moved', `the ${this.word} has moved`);
      const change: RefCommand = { verb: 'delete', ref: this.refOf(id), expected: commit };
      await this.write(change, { id, commit: undefined }, reading);
      return { id, commit };
    });
  }

  /**
   * Moves a ref from where it is expected, or makes it (undefined), by `write`. `first`: it is the first of its sort.
   * Refuses with `moved`, or as `create` does.
   */
  async advance(
    { id, commit, expected }: NamedRef & { expected: string | undefined },
    write: (change: RefCommand) => Promise<void>,
    reading: Reading,
  ): Promise<{ made: NamedRef; first: boolean }> {
    if (refNameProblem(id)) throw this.invalidName();
    const ref = this.refOf(id);
    const change: RefCommand =
      expected === undefined ? { verb: 'create', ref, commit } : { verb: 'update', ref, commit, expected };
    const present = await this.snapshot(reading);
    if (present.get(id) !== expected) throw new VcsRefusal('moved', `the ${this.word} has moved`);
    if (expected === undefined) this.refuseCollision(present, id);
    await this.states.of(this.directory).write(async () => {
      await write(change);
      return [{ sort: this.sort, name: id, commit }];
    });
    return { made: { id, commit }, first: present.size === 0 };
  }

  invalidName(): VcsRefusal {
    return new VcsRefusal('name_invalid', `not a valid name of a ${this.word}`);
  }

  private refuseCollision(present: RefSnapshot, id: string): void {
    const other = present.collision(id);
    if (other !== undefined)
      throw new VcsRefusal('name_collides', `the ${this.word} ${other} excludes this name`);
  }

  private get word(): string {
    return refSorts[this.sort].word;
  }

  /** Where a push to the same name was in the way, what came of it shows in the next look at the refs. */
  private async untilUncontended<T>(
    reading: Reading,
    work: (present: RefSnapshot) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(await this.snapshot(reading));
      } catch (error) {
        const contended = error instanceof VcsRefusal && error.code === 'contended';
        if (!contended || attempt === attempts) throw error;
      }
    }
  }

  private write(
    change: RefCommand,
    { id, commit }: { id: string; commit: string | undefined },
    reading: Reading,
  ): Promise<void> {
    return this.states.of(this.directory).write(async () => {
      await this.operations.updateRefs({ directory: this.directory, changes: [change], reading });
      return [{ sort: this.sort, name: id, commit }];
    });
  }
}
