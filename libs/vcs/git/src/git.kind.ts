import { VcsRefusal, type EngineLink, type NameProblem, type Reading, type VcsKind } from '@holdfast/vcs-spi';
import { operationsOver, type GitOperations } from './git.operations.js';
import { GitRepository } from './git.repository.js';
import { gitTraits } from './git.traits.js';
import { makeRepository } from './making/new-repository.js';
import { refNameProblem } from './refs/ref-name.js';
import { pushTraits } from './transfer/push-traits.js';
import { StateCache, type StateLimits } from './refs/state-cache.js';

/**
 * git, as the main process of a storage node knows it. It reads refs from the disk itself; everything that
 * needs a process is asked of the engine.
 *
 *     <directory>/             a bare repository, files format
 *       HEAD config            as this machine's git writes them
 *       objects/{info,pack}/
 *       refs/{heads,tags}/
 */
export class GitKind implements VcsKind {
  readonly id = gitTraits.id;
  readonly defaultReference = gitTraits.defaultReference;
  readonly protectsBranches = gitTraits.protectsBranches;
  readonly namesAreDirectories = pushTraits.namesAreDirectories;
  readonly pushWords = pushTraits.pushWords;
  private readonly operations: GitOperations;
  private readonly states: StateCache;

  constructor(
    private readonly link: EngineLink,
    limits?: StateLimits,
  ) {
    this.operations = operationsOver(link);
    this.states = new StateCache(limits);
  }

  async create(directory: string, options: { defaultReference?: string } = {}): Promise<void> {
    const head = options.defaultReference ?? this.defaultReference;
    if (this.branchNameProblem(head)) throw new VcsRefusal('name_invalid', 'not a valid name of a branch');
    const { config } = await this.operations.template({});
    await makeRepository(directory, { head, config });
  }

  async fork(source: string, directory: string, reading: Reading): Promise<void> {
    await this.operations.fork({ source, directory, reading });
  }

  open(directory: string): GitRepository {
    return new GitRepository(directory, this.operations, this.states);
  }

  branchNameProblem(name: string): NameProblem | undefined {
    return refNameProblem(name);
  }

  tagNameProblem(name: string): NameProblem | undefined {
    return refNameProblem(name);
  }

  async health(): Promise<{ ready: boolean; version?: string; problem?: string }> {
    try {
      return { ready: true, version: (await this.operations.template({})).version };
    } catch (error) {
      return { ready: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }
}
