import { DomainError } from '@holdfast/kernel';
import {
  VcsRefusal,
  type Branches,
  type Care,
  type Commit,
  type Diff,
  type ForeignWrite,
  type Log,
  type Reading,
  type RefUpdate,
  type Remotes,
  type Resolution,
  type Tags,
  type Tree,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import { youngestIn } from './process/youngest.js';
import { refNameProblem, trunk } from './refs/branch-name.js';
import { readDefaultFile, writeDefaultFile } from './refs/default-file.js';
import type { RefSort } from './reading/ref-reader.js';
import type { RefsAt, RefsCache } from './refs/refs-cache.js';
import type { SubversionOperations } from './subversion.operations.js';
import { subversionTraits } from './subversion.traits.js';
import { branchesBelow, headRef } from './writing/commit-refs.js';

const tagsBelow = 'refs/tags/';

/** Of whom is asked when nobody in particular waits. */
const ourselves = (): Reading => ({ owner: { company: '', account: '' }, deadline: Date.now() + 20_000 });

/**
 * A repository of Subversion on the disk of this node. Its commits are revisions, whose ids are their numbers; branches
 * are `trunk` and the directories in `branches`.
 */
export class SubversionRepository implements VcsRepository {
  readonly care: Care;
  readonly remotes: Remotes;
  readonly branches: Branches = {
    lasting: trunk,
    snapshot: async (reading) => (await this.refs(reading)).branches,
    find: (id, reading) => this.ref('branch', id, reading),
    refOf: (id) => `${branchesBelow}${id}`,
    plan: async ({ id, actor, at }, reading) =>
      this.operations.planBranch({ directory: this.directory, id, actor, at, reading }),
    create: async ({ id, commit, actor, at }, reading) => {
      if (refNameProblem(id)) throw new VcsRefusal('name_invalid', 'not a valid name of a branch');
      const planned = at === undefined ? {} : { at };
      return this.operations.createBranch({
        directory: this.directory,
        id,
        commit,
        actor,
        reading,
        ...planned,
      });
    },
    delete: async ({ id, expected, actor }, reading) =>
      this.operations.deleteBranch({
        ...{ directory: this.directory, id, actor, reading },
        ...(expected === undefined ? {} : { expected }),
      }),
  };

  readonly tags: Tags = {
    snapshot: async (reading) => (await this.refs(reading)).tags,
    find: (id, reading) => this.ref('tag', id, reading),
    refOf: (id) => `${tagsBelow}${id}`,
    targets: async (ids, reading) => {
      mustBeAwaited(reading);
      return Promise.resolve(ids.map((commit) => ({ commit })));
    },
  };

  readonly log: Log = {
    find: (revision, reading) => this.find(revision, reading),
    commits: (ids, reading) => this.revisions(ids, reading),
    page: (query, reading) => this.operations.log({ directory: this.directory, query, reading }),
    mergeBase: async (one, other) => Promise.resolve(String(Math.min(Number(one), Number(other)))),
  };

  readonly tree: Tree = {
    entry: async (commit, path, reading) =>
      (await this.operations.entry({ directory: this.directory, commit, path, reading })) ?? undefined,
    level: async (query, reading) =>
      (await this.operations.level({ directory: this.directory, query, reading })) ?? undefined,
    files: (query, reading) => this.operations.files({ directory: this.directory, query, reading }),
  };

  readonly diff: Diff = {
    changes: (query, reading) => this.operations.changes({ directory: this.directory, query, reading }),
  };

  constructor(
    private readonly directory: string,
    private readonly operations: SubversionOperations,
    private readonly cache: RefsCache,
    { care, remotes }: { care: Care; remotes: Remotes },
  ) {
    this.care = care;
    this.remotes = remotes;
  }

  async head(): Promise<string> {
    return (await readDefaultFile(this.directory)) ?? subversionTraits.defaultReference;
  }

  async setHead(name: string): Promise<void> {
    if (refNameProblem(name)) throw new VcsRefusal('name_invalid', 'not a valid name of a branch');
    await writeDefaultFile(this.directory, name);
  }

  async newest(): Promise<string | undefined> {
    const youngest = await youngestIn(this.directory);
    return youngest === 0 ? undefined : String(youngest);
  }

  async tips(refs: readonly string[], reading?: Reading): Promise<(string | undefined)[]> {
    const tip = async (ref: string): Promise<string | undefined> => {
      if (ref === headRef) return this.newest();
      if (ref.startsWith(branchesBelow)) return this.ref('branch', ref.slice(branchesBelow.length), reading);
      return ref.startsWith(tagsBelow) ? this.ref('tag', ref.slice(tagsBelow.length), reading) : undefined;
    };
    return Promise.all(refs.map(tip));
  }

  /** What the API makes has its ref as a mark; what has none was committed by a client, one after the other. */
  async happened(changes: readonly Pick<RefUpdate, 'ref' | 'new'>[], reading?: Reading): Promise<boolean[]> {
    const youngest = await youngestIn(this.directory);
    const one = async ({ ref, new: made }: Pick<RefUpdate, 'ref' | 'new'>): Promise<boolean> => {
      if (made === undefined) return (await this.tips([ref], reading))[0] === undefined;
      if (Number(made) > youngest) return false;
      const mark = await this.operations.madeRef({ directory: this.directory, revision: made });
      return mark === (ref === headRef ? null : ref);
    };
    return Promise.all(changes.map(one));
  }

  async resolve(revision: string, reading: Reading): Promise<Resolution> {
    mustBeAwaited(reading);
    const isNumber = /^[1-9]\d{0,9}$/.test(revision);
    const isThere = isNumber && Number(revision) <= (await youngestIn(this.directory));
    return isThere ? { outcome: 'found', id: revision } : { outcome: 'absent' };
  }

  async commitTimes(ids: readonly string[], reading: Reading): Promise<(number | undefined)[]> {
    const commits = await this.revisions(ids, reading, true);
    return commits.map((commit) => commit?.committer.at);
  }

  foreignWrite(): ForeignWrite {
    // Every read looks which revision is the newest.
    return { end: () => undefined, lost: () => undefined };
  }

  async close(): Promise<void> {
    this.cache.drop(this.directory);
    await this.operations.forget({ directory: this.directory });
  }

  private async revisions(
    ids: readonly string[],
    reading: Reading,
    bare = false,
  ): Promise<(Commit | undefined)[]> {
    if (ids.length === 0) return [];
    const found = await this.operations.commits({ directory: this.directory, ids, reading, bare });
    return found.map((commit) => commit ?? undefined);
  }

  /** What is the default where nothing was set; or a revision, a branch, a tag. */
  private async find(revision: string, reading: Reading): Promise<string | undefined> {
    mustBeAwaited(reading);
    if (revision === subversionTraits.defaultReference) return this.newest();
    const found = await this.resolve(revision, reading);
    if (found.outcome === 'found') return found.id;
    return (await this.ref('branch', revision, reading)) ?? this.ref('tag', revision, reading);
  }

  private ref(sort: RefSort, name: string, reading: Reading = ourselves()): Promise<string | undefined> {
    return this.cache.find(this.directory, sort, name, reading);
  }

  private refs(reading: Reading = ourselves()): Promise<RefsAt> {
    return this.cache.of(this.directory, reading);
  }
}

const mustBeAwaited = ({ deadline }: Reading): void => {
  if (Date.now() >= deadline) throw DomainError.unavailable('the reading took too long');
};
