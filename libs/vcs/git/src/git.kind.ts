import {
  BaseKind,
  careOver,
  remotesOver,
  type EngineLink,
  type PossibleOptions,
  type Reading,
} from '@holdfast/vcs-spi';
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
export class GitKind extends BaseKind {
  private readonly operations: GitOperations;
  private readonly states: StateCache;

  constructor(
    private readonly link: EngineLink,
    limits?: StateLimits,
  ) {
    super({ traits: gitTraits, push: pushTraits, nameProblem: refNameProblem });
    this.operations = operationsOver(link);
    this.states = new StateCache(limits);
  }

  protected async make(directory: string, { defaultReference: head }: PossibleOptions): Promise<void> {
    const { config } = await this.operations.template({});
    await makeRepository(directory, { head, config });
  }

  async fork(source: string, directory: string, reading: Reading): Promise<void> {
    await this.operations.fork({ source, directory, reading });
  }

  open(directory: string): GitRepository {
    const { link, operations, states } = this;
    const foreignWrite = () => repository.foreignWrite();
    const remotes = remotesOver(link, { directory, foreignWrite, pushes: true });
    const repository = new GitRepository(directory, operations, states, careOver(link, directory), remotes);
    return repository;
  }

  health(): ReturnType<BaseKind['health']> {
    return this.healthBy(this.operations.template({}).then(({ version }) => version));
  }
}
