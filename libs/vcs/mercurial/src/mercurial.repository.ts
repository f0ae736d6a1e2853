import {
  VcsRefusal,
  type Blame,
  type Bookmarks,
  type Branches,
  type Care,
  type Diff,
  type ForeignWrite,
  type Log,
  type NamedRef,
  type Reading,
  type Remotes,
  type Resolution,
  type Search,
  type Tags,
  type Tree,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import type { MercurialOperations, NameSort } from './mercurial.operations.js';
import { branchNameProblem } from './names/branch-name.js';
import { readDefault, writeDefault } from './names/default-branch.js';
import { nobody, type KnownNames } from './names/known-names.js';

export class MercurialRepository implements VcsRepository {
  readonly contentAddressed = true;
  readonly care: Care;
  readonly remotes: Remotes;
  readonly branches: Branches = {
    ...this.namesOf('branch'),
    refOf: (id) => `refs/heads/${id}`,
    plan: (branch, reading) => this.makeBranch(branch, reading, true),
    create: (branch, reading) => this.makeBranch(branch, reading, false),
    delete: (branch, reading) => this.closeBranch(branch, reading),
  };
  /** They are lines of a file in the history: pushes make them. */
  readonly tags: Tags = {
    ...this.namesOf('tag'),
    refOf: (id) => `refs/tags/${id}`,
    targets: async (ids, reading) => {
      const times = await this.operations.times({ directory: this.directory, ids, reading });
      return ids.map((commit, index) => (times[index] === null ? {} : { commit }));
    },
  };
  readonly bookmarks: Bookmarks = this.namesOf('bookmark');
  readonly log: Log = {
    find: async (revision, reading) =>
      orNothing(await this.operations.find({ ...this.asked(reading), revision })),
    commits: async (ids, reading) =>
      (await this.operations.commits({ ...this.asked(reading), ids })).map(orNothing),
    page: (query, reading) => this.operations.log({ ...this.asked(reading), query }),
    mergeBase: async (one, other, reading) =>
      orNothing(await this.operations.mergeBase({ ...this.asked(reading), one, other })),
  };
  readonly tree: Tree = {
    entry: async (commit, path, reading) =>
      orNothing(await this.operations.entry({ ...this.asked(reading), commit, path })),
    level: async (query, reading) =>
      orNothing(await this.operations.level({ ...this.asked(reading), query })),
    files: (query, reading) => this.operations.files({ ...this.asked(reading), query }),
  };
  readonly diff: Diff = {
    changes: (query, reading) => this.operations.changes({ ...this.asked(reading), query }),
  };
  readonly blame: Blame = {
    lines: async (query, reading) =>
      orNothing(await this.operations.blame({ ...this.asked(reading), query })),
  };
  readonly search: Search = {
    matches: (query, reading) => this.operations.search({ ...this.asked(reading), query }),
  };

  constructor(
    private readonly directory: string,
    private readonly operations: MercurialOperations,
    private readonly names: KnownNames,
    { care, remotes }: { care: Care; remotes: Remotes },
  ) {
    this.care = care;
    this.remotes = remotes;
  }

  head(): Promise<string> {
    return readDefault(this.directory);
  }

  async setHead(name: string): Promise<void> {
    if (branchNameProblem(name)) throw invalidName();
    await writeDefault(this.directory, name);
  }

  hasCommits(reading: Reading): Promise<boolean> {
    return this.operations.hasCommits(this.asked(reading));
  }

  async tips(refs: readonly string[], reading = nobody(this.directory)): Promise<(string | undefined)[]> {
    return (await this.operations.tips({ ...this.asked(reading), refs })).map(orNothing);
  }

  resolve(revision: string, reading: Reading): Promise<Resolution> {
    if (!/^[0-9a-f]{7,40}$/i.test(revision)) return Promise.resolve({ outcome: 'absent' });
    return this.operations.resolve({ ...this.asked(reading), revision: revision.toLowerCase() });
  }

  async commitTimes(ids: readonly string[], reading: Reading): Promise<(number | undefined)[]> {
    if (ids.length === 0) return [];
    return (await this.operations.times({ ...this.asked(reading), ids })).map(orNothing);
  }

  /** Nothing is remembered that is not confirmed when it is asked for. */
  foreignWrite(): ForeignWrite {
    return { end: () => undefined, lost: () => undefined };
  }

  async close(): Promise<void> {
    this.names.forget(this.directory);
    await this.operations.forget({ directory: this.directory });
  }

  private namesOf(sort: NameSort): Bookmarks {
    const read = (reading?: Reading) => this.names.read(this.directory, sort, reading);
    return { snapshot: read, find: async (id, reading) => (await read(reading)).get(id) };
  }

  private asked(reading: Reading): { directory: string; reading: Reading } {
    return { directory: this.directory, reading };
  }

  private async makeBranch(
    { id, commit, actor: by, at = now() }: Parameters<Branches['create']>[0],
    reading: Reading,
    dry: boolean,
  ): Promise<NamedRef> {
    if (branchNameProblem(id)) throw invalidName();
    const made = await this.operations.makeBranch({
      ...this.asked(reading),
      branch: id,
      commit,
      by,
      at,
      dry,
    });
    return { id, commit: made };
  }

  private async closeBranch(
    { id, expected, actor: by, at = now() }: Parameters<Branches['delete']>[0],
    reading: Reading,
  ): Promise<NamedRef> {
    const asked = { ...this.asked(reading), branch: id, by, at };
    const commit = await this.operations.closeBranch({
      ...asked,
      ...(expected === undefined ? {} : { expected }),
    });
    return { id, commit };
  }
}

const orNothing = <T>(value: T | null): T | undefined => value ?? undefined;

const now = (): number => Math.floor(Date.now() / 1000);

const invalidName = (): VcsRefusal => new VcsRefusal('name_invalid', 'not a valid name of a branch');
