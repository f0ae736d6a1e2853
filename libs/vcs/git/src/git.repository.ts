import {
  VcsRefusal,
  type Branches,
  type ForeignWrite,
  type NamedRef,
  type RefSnapshot,
  type Resolution,
  type Tags,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import type { GitOperations } from './git.operations.js';
import { readHead, readSome, type Refs } from './refs/ref-files.js';
import { branchNameProblem } from './refs/ref-name.js';
import type { StateCache } from './refs/state-cache.js';

const attempts = 5;
const heads = 'refs/heads/';
const tags = 'refs/tags/';

export class GitRepository implements VcsRepository {
  readonly branches: Branches = {
    snapshot: async () => (await this.refs()).branches,
    refOf: (id) => `${heads}${id}`,
    create: ({ id, commit }) => this.createBranch({ id, commit }),
    delete: ({ id, expected }) => this.deleteBranch(id, expected),
  };
  readonly tags: Tags = { snapshot: async () => (await this.refs()).tags };

  constructor(
    private readonly directory: string,
    private readonly operations: GitOperations,
    private readonly states: StateCache,
  ) {}

  async head(): Promise<string | undefined> {
    return readHead(this.directory);
  }

  async setHead(name: string): Promise<void> {
    if (branchNameProblem(name)) throw invalidName();
    await this.operations.setHead({ directory: this.directory, branch: name });
  }

  async tips(refs: readonly string[]): Promise<(string | undefined)[]> {
    const { known } = this.states.of(this.directory);
    const inMemory = (ref: string): boolean => ref.startsWith(heads) || ref.startsWith(tags);
    const read = await readSome(this.directory, known ? refs.filter((ref) => !inMemory(ref)) : refs);
    return refs.map((ref) => {
      if (!known || !inMemory(ref)) return read.get(ref);
      return ref.startsWith(heads)
        ? known.branches.get(ref.slice(heads.length))
        : known.tags.get(ref.slice(tags.length));
    });
  }

  resolve(revision: string): Promise<Resolution> {
    return this.operations.resolve({ directory: this.directory, revision });
  }

  async commitTimes(ids: readonly string[]): Promise<(number | undefined)[]> {
    if (ids.length === 0) return [];
    const times = await this.operations.commitTimes({ directory: this.directory, ids });
    return times.map((time) => time ?? undefined);
  }

  foreignWrite(): ForeignWrite {
    return this.states.of(this.directory).foreignWrite();
  }

  async close(): Promise<void> {
    this.states.drop(this.directory);
    await this.operations.forget({ directory: this.directory });
  }

  private async refs(): Promise<Refs> {
    const refs = await this.states.of(this.directory).refs();
    this.states.trim();
    return refs;
  }

  private async createBranch({ id, commit }: NamedRef): Promise<NamedRef> {
    if (branchNameProblem(id)) throw invalidName();
    return this.untilUncontended(async (branches) => {
      if (branches.get(id)) throw new VcsRefusal('name_in_use', 'a branch of this name exists');
      const other = branches.collision(id);
      if (other !== undefined)
        throw new VcsRefusal('name_collides', `the branch ${other} excludes this name`);
      await this.write({ verb: 'create', ref: `${heads}${id}`, commit }, { id, commit });
      if (branches.size === 0) await this.followFirstBranch(id);
      return { id, commit };
    });
  }

  private async deleteBranch(id: string, expected: string | undefined): Promise<NamedRef> {
    return this.untilUncontended(async (branches) => {
      const commit = branches.get(id);
      if (commit === undefined) throw new VcsRefusal('not_found', 'there is no branch of this name');
      if (expected !== undefined && expected !== commit)
        throw new VcsRefusal('moved', 'the branch has moved');
      await this.write({ verb: 'delete', ref: `${heads}${id}`, expected: commit }, { id, commit: undefined });
      return { id, commit };
    });
  }

  /** Where a push to the same name was in the way, what came of it shows in the next look at the branches. */
  private async untilUncontended<T>(work: (branches: RefSnapshot) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work((await this.refs()).branches);
      } catch (error) {
        const contended = error instanceof VcsRefusal && error.code === 'contended';
        if (!contended || attempt === attempts) throw error;
      }
    }
  }

  private write(
    change: Parameters<GitOperations['updateRefs']>[0]['changes'][number],
    { id, commit }: { id: string; commit: string | undefined },
  ): Promise<void> {
    return this.states.of(this.directory).write(async () => {
      await this.operations.updateRefs({ directory: this.directory, changes: [change] });
      return [{ sort: 'branches', name: id, commit }];
    });
  }

  /** The first branch of a repository becomes its HEAD, by whatever door it comes. */
  private async followFirstBranch(id: string): Promise<void> {
    const head = await this.head();
    const { branches } = await this.refs();
    if (branches.size === 1 && head !== id) await this.setHead(id);
  }
}

const invalidName = (): VcsRefusal => {
  return new VcsRefusal('name_invalid', 'not a valid name of a branch');
};
