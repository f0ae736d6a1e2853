import { VcsRefusal, type DiskGate, type NamedRef, type StorageGate } from '@holdfast/vcs-spi';
import { refuseFullDisk } from '@holdfast/vcs-spi/engine';
import type { CommandLine } from '../process/command-line.js';
import type { ViewDirectories } from '../process/view-directories.js';
import { youngestIn } from '../process/youngest.js';
import { encodedPath } from '../server/dav-client.js';
import type { History } from '../reading/history.js';
import { trunk } from '../refs/branch-name.js';
import type { RefReader } from '../reading/ref-reader.js';
import type { At, BranchChange } from '../subversion.operations.js';
import { subversionTraits } from '../subversion.traits.js';
import { branchesBelow } from './commit-refs.js';
import type { CommitTurns } from './commit-turns.js';

export interface BranchParts {
  commands: CommandLine;
  views: ViewDirectories;
  history: History;
  refs: RefReader;
  commits: CommitTurns;
  disk?: DiskGate;
  storage?: StorageGate;
  /** Hears of every revision. */
  committed: (directory: string) => void;
}

/** A turn that waits for the creation that was planned in it. */
interface PlannedTurn {
  /** The creation has come. */
  take: () => void;
  end: () => void;
}

/** So long a turn waits for its creation, which comes at once or never (ms). */
const patience = 5_000;

/** Branches as the API makes and deletes them: each by a revision. */
export class BranchCommits {
  private readonly plans = new Map<string, PlannedTurn>();

  constructor(private readonly parts: BranchParts) {}

  /** The revision that a creation will be. Nothing else is committed until it has come. */
  plan(asked: BranchChange): Promise<NamedRef> {
    const { directory, id } = asked;
    return new Promise((resolve, reject) => {
      const turn = async (): Promise<boolean> => {
        const commit = String((await youngestIn(directory)) + 1);
        await new Promise<void>((end) => {
          const timer = setTimeout(end, patience);
          this.plans.set(keyOf(asked), { take: () => clearTimeout(timer), end });
          resolve({ id, commit });
        });
        this.plans.delete(keyOf(asked));
        return true;
      };
      this.parts.commits
        .run(directory, leftOf(asked), turn, asked.reading.owner.account)
        .then((done) => done ?? reject(busy()), reject);
    });
  }

  async create(asked: BranchChange & { commit: string }): Promise<NamedRef> {
    const plan = this.plans.get(keyOf(asked));
    const make = (view: string): Promise<NamedRef> => this.make(asked, view);
    if (!plan) return this.alone(asked, make);
    plan.take();
    try {
      return await this.written(asked.directory, make);
    } finally {
      plan.end();
    }
  }

  async delete(asked: BranchChange & { expected?: string }): Promise<NamedRef> {
    const { directory, id, expected } = asked;
    return this.alone(asked, async (view) => {
      const revision = String(await youngestIn(directory));
      const last = await this.parts.refs.one({ ...asked, revision, sort: 'branch', name: id });
      if (last === null || id === trunk) throw new VcsRefusal('not_found', 'there is no such branch');
      if (expected !== undefined && last !== expected) throw new VcsRefusal('moved', 'the branch has moved');
      await this.commit(view, asked, `Deleted the branch ${id}.`, ['rm', encodedPath(`branches/${id}`)]);
      return { id, commit: last };
    });
  }

  private async make(asked: BranchChange & { commit: string }, view: string): Promise<NamedRef> {
    const { directory, id, commit } = asked;
    await refuseFullDisk(this.parts.disk);
    const youngest = await youngestIn(directory);
    const isRevision = /^[1-9]\d{0,9}$/.test(commit) && Number(commit) <= youngest;
    if (!isRevision || !(await this.isDirectory(asked, commit, trunk)))
      throw new VcsRefusal('not_a_commit', 'there is no trunk at this revision');
    const place = `branches/${id}`;
    const isReserved = id === trunk || id === subversionTraits.defaultReference;
    if (isReserved || (await this.typeOf(asked, String(youngest), place)) !== undefined)
      throw new VcsRefusal('name_in_use', 'there is such a branch');
    const below = await this.typeOf(asked, String(youngest), 'branches');
    if (below !== undefined && below !== 'directory')
      throw new VcsRefusal('name_collides', 'there is a file of the name branches');
    const above = below === 'directory' ? [] : ['mkdir', 'branches'];
    const copy = ['cp', commit, trunk, encodedPath(place)];
    return { id, commit: await this.commit(view, asked, `Made the branch ${id}.`, [...above, ...copy]) };
  }

  private commit(
    view: string,
    { actor, id }: BranchChange,
    message: string,
    changes: readonly string[],
  ): Promise<string> {
    const author = actor.id ?? actor.name;
    return this.parts.commands.commit(view, { author, message, mark: `${branchesBelow}${id}` }, changes);
  }

  private async alone<T>(asked: BranchChange, work: (view: string) => Promise<T>): Promise<T> {
    const { directory } = asked;
    const turn = async () => ({ result: await this.written(directory, work) });
    const done = await this.parts.commits.run(directory, leftOf(asked), turn, asked.reading.owner.account);
    if (!done) throw busy();
    return done.result;
  }

  private async written<T>(directory: string, work: (view: string) => Promise<T>): Promise<T> {
    const { views, storage, committed } = this.parts;
    storage?.wrote(directory);
    try {
      return await work(await views.of(directory));
    } finally {
      storage?.wrote(directory);
      committed(directory);
    }
  }

  private async isDirectory(at: At, revision: string, path: string): Promise<boolean> {
    return (await this.typeOf(at, revision, path)) === 'directory';
  }

  private async typeOf(
    { directory, reading }: At,
    commit: string,
    path: string,
  ): Promise<string | undefined> {
    return (await this.parts.history.entry({ directory, reading, commit, path }))?.type;
  }
}

const leftOf = ({ reading }: At): number => Math.max(0, reading.deadline - Date.now());

const busy = (): VcsRefusal => new VcsRefusal('unavailable', 'other commits are under way');

const keyOf = ({ directory, id, at }: BranchChange): string => JSON.stringify([directory, id, at]);
