import { BaseKind, careOver, remotesOver, type EngineLink, type PossibleOptions } from '@holdfast/vcs-spi';
import { refNameProblem } from './refs/branch-name.js';
import { RefsCache } from './refs/refs-cache.js';
import { operationsOver, type SubversionOperations } from './subversion.operations.js';
import { SubversionRepository } from './subversion.repository.js';
import { subversionTraits } from './subversion.traits.js';
import { pushTraits } from './writing/push-traits.js';

/**
 * Subversion, as the main process of a storage node knows it: it reads the newest revision itself, and asks the rest.
 */
export class SubversionKind extends BaseKind {
  private readonly operations: SubversionOperations;
  private readonly refs: RefsCache;

  constructor(private readonly link: EngineLink) {
    super({ traits: subversionTraits, push: pushTraits, nameProblem: refNameProblem });
    this.operations = operationsOver(link);
    this.refs = new RefsCache(this.operations);
  }

  protected async make(directory: string, options: PossibleOptions): Promise<void> {
    const { defaultReference, layout = false, author = '' } = options;
    await this.operations.create({ directory, layout, author });
    if (defaultReference !== this.defaultReference) await this.open(directory).setHead(defaultReference);
  }

  open(directory: string): SubversionRepository {
    const { link, operations, refs } = this;
    const foreignWrite = () => repository.foreignWrite();
    const remotes = remotesOver(link, { directory, foreignWrite, pushes: false });
    const care = careOver(link, directory);
    const repository = new SubversionRepository(directory, operations, refs, { care, remotes });
    return repository;
  }

  health(): ReturnType<BaseKind['health']> {
    return this.operations.health({});
  }
}
