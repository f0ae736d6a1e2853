import {
  VcsRefusal,
  type Blame,
  type Branches,
  type Care,
  type CommitDraft,
  type Commits,
  type Diff,
  type ForeignWrite,
  type Log,
  type EditProblems,
  type NamedRef,
  type PreparedCommit,
  type Reading,
  type Remotes,
  type Resolution,
  type Search,
  type TagMaking,
  type Tags,
  type Tree,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import { mustExist } from '@holdfast/vcs-spi/engine';
import type { GitOperations } from './git.operations.js';
import type { RefCommand } from './refs/ref-command.js';
import { signatureLine } from './reading/signature-line.js';
import { readHead, readSome } from './refs/ref-files.js';
import { refNameProblem } from './refs/ref-name.js';
import type { StateCache } from './refs/state-cache.js';
import { mustBeServed } from './reading/served-commits.js';
import { refSorts, WrittenRefs } from './refs/written-refs.js';
import { pathProblems } from './writing/edit-paths.js';

const heads = refSorts.branches.prefix;
const tags = refSorts.tags.prefix;

export class GitRepository implements VcsRepository {
  private readonly heads: WrittenRefs;
  private readonly labels: WrittenRefs;

  readonly branches: Branches = {
    snapshot: (reading) => this.heads.snapshot(reading),
    find: (id) => this.heads.find(id),
    refOf: (id) => this.heads.refOf(id),
    check: ({ commit }, reading) => this.mustBeServed(commit, reading),
    create: async ({ id, commit }, reading) =>
      this.followed(await this.heads.create({ id, commit }, reading), reading),
    delete: ({ id, expected }, reading) => this.heads.delete({ id, expected }, reading),
  };
  readonly tags: Tags & Required<Pick<Tags, 'making'>> = {
    snapshot: (reading) => this.labels.snapshot(reading),
    find: (id) => this.labels.find(id),
    refOf: (id) => this.labels.refOf(id),
    targets: (ids, reading) => this.operations.tagTargets({ directory: this.directory, ids, reading }),
    making: {
      annotate: (tag, reading) => this.annotate(tag, reading),
      check: ({ commit }, reading) => this.mustBeServed(commit, reading),
      create: async ({ id, commit }, reading) => (await this.labels.create({ id, commit }, reading)).made,
      delete: ({ id, expected }, reading) => this.labels.delete({ id, expected }, reading),
    },
  };
  readonly contentAddressed = true;
  readonly log: Log = {
    lasting: true,
    find: (revision, reading) => this.find(revision, reading),
    commits: async (ids, reading) => {
      const found = await this.operations.commits({ directory: this.directory, ids, reading });
      return ids.map((_, at) => found[at] ?? undefined);
    },
    page: (query, reading) => this.operations.log({ directory: this.directory, query, reading }),
    mergeBase: async (one, other, reading) =>
      (await this.operations.mergeBase({ directory: this.directory, one, other, reading })) ?? undefined,
  };
  readonly tree: Tree = {
    entry: async (commit, path, reading) =>
      (await this.operations.entry({ directory: this.directory, commit, path, reading })) ?? undefined,
    level: async (query, reading) =>
      (await this.operations.level({ directory: this.directory, query, reading })) ?? undefined,
    files: (query, reading) => this.operations.files({ directory: this.directory, query, reading }),
    small: async (id, most, reading) => {
      const found = await this.operations.small({ directory: this.directory, id, most, reading });
      return found === null ? undefined : Buffer.from(found, 'base64');
    },
  };
  readonly diff: Diff = {
    changes: (query, reading) => this.operations.changes({ directory: this.directory, query, reading }),
  };

  readonly blame: Blame = {
    lines: async (query, reading) =>
      (await this.operations.blame({ directory: this.directory, query, reading })) ?? undefined,
  };
  readonly commits: Commits = {
    pathProblems,
    prepare: (draft, reading) => this.prepareCommit(draft, reading),
  };

  readonly search: Search = {
    matches: (query, reading) => this.operations.search({ directory: this.directory, query, reading }),
  };

  constructor(
    private readonly directory: string,
    private readonly operations: GitOperations,
    private readonly states: StateCache,
    readonly care: Care,
    readonly remotes: Remotes,
  ) {
    this.heads = new WrittenRefs('branches', directory, operations, states);
    this.labels = new WrittenRefs('tags', directory, operations, states);
  }

  async otherRefs(reading: Reading): Promise<number> {
    return (await this.heads.refs(reading)).others;
  }

  async head(): Promise<string | undefined> {
    try {
      return readHead(this.directory);
    } catch (error) {
      // It may have been purged meanwhile.
      await mustExist(this.directory);
      throw error;
    }
  }

  async setHead(name: string): Promise<void> {
    if (refNameProblem(name)) throw this.heads.invalidName();
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

  resolve(revision: string, reading: Reading): Promise<Resolution> {
    return this.operations.resolve({ directory: this.directory, revision, reading });
  }

  async commitTimes(ids: readonly string[], reading: Reading): Promise<(number | undefined)[]> {
    if (ids.length === 0) return [];
    const times = await this.operations.commitTimes({ directory: this.directory, ids, reading });
    return times.map((time) => time ?? undefined);
  }

  foreignWrite(): ForeignWrite {
    const write = this.states.of(this.directory).foreignWrite();
    const end = () => {
      write.end();
      this.states.trim();
    };
    return { end, lost: () => write.lost() };
  }

  async close(): Promise<void> {
    this.states.drop(this.directory);
    await this.operations.forget({ directory: this.directory });
  }

  /** A full id, a branch, a tag, the beginning of an id: git itself would take expressions, and is not asked. */
  private async find(revision: string, reading: Reading): Promise<string | undefined> {
    const digits = /^[0-9a-f]{7,40}$/i.test(revision);
    const byId = async (): Promise<string | undefined> => {
      const found = await this.resolve(revision, reading);
      return found.outcome === 'found' ? found.id : undefined;
    };
    const whole = digits && revision.length === 40 ? await byId() : undefined;
    if (whole !== undefined) return whole;
    const tip = await this.heads.find(revision);
    if (tip !== undefined) return tip;
    const label = await this.labels.find(revision);
    if (label !== undefined) return (await this.tags.targets([label], reading))[0]?.commit;
    return digits && revision.length < 40 ? byId() : undefined;
  }

  private async annotate(...[tag, reading]: Parameters<TagMaking['annotate']>): Promise<string> {
    const { id, commit, message, actor } = tag;
    if (refNameProblem(id)) throw this.labels.invalidName();
    const found = await this.resolve(commit, reading);
    if (found.outcome !== 'found' || found.id !== commit)
      throw new VcsRefusal('not_a_commit', 'not the full id of a commit');
    await this.mustBeServed(commit, reading);
    const tagger = signatureLine({ ...actor, at: Date.now() / 1000 });
    const text = `object ${commit}\ntype commit\ntag ${id}\ntagger ${tagger}\n\n${message}\n`;
    return this.operations.writeTag({ directory: this.directory, text });
  }

  private async prepareCommit(
    draft: CommitDraft,
    reading: Reading,
  ): Promise<PreparedCommit | { problems: EditProblems }> {
    const { directory, operations } = this;
    const problems = await pathProblems(draft);
    if (Object.keys(problems).length > 0) return { problems };
    if (draft.parent !== undefined) await this.mustBeServed(draft.parent, reading);
    const made = await operations.prepareCommit({ directory, draft, reading });
    if ('problems' in made) return made;
    const { name, commit, bytes } = made;
    const { id } = commit;
    return {
      ...{ id, commit, bytes },
      publish: async (branch) => {
        const write = (change: RefCommand) => operations.publishCommit({ directory, name, change, reading });
        return this.followed(await this.heads.advance({ ...branch, commit: id }, write, reading), reading);
      },
      discard: () => operations.discardCommit({ name }).catch(() => undefined),
    };
  }

  private async mustBeServed(commit: string, reading: Reading): Promise<void> {
    const { branches } = await this.heads.refs(reading);
    const asked = { directory: this.directory, commit, reading };
    await mustBeServed(this.operations, { branches, headOf: () => this.head() }, asked);
  }

  private async followed(
    { made, first }: { made: NamedRef; first: boolean },
    reading: Reading,
  ): Promise<NamedRef> {
    // The branch is there, whatever becomes of HEAD: who made it is told so.
    if (first) await this.followFirstBranch(made.id, reading).catch(() => undefined);
    return made;
  }

  /** The first branch of a repository becomes its HEAD, by whatever door it comes. */
  private async followFirstBranch(id: string, reading: Reading): Promise<void> {
    const head = await this.head();
    const { branches } = await this.heads.refs(reading);
    if (branches.size === 1 && head !== id) await this.setHead(id);
  }
}
