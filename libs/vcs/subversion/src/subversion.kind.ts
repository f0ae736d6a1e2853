import {
  VcsRefusal,
  type EngineLink,
  type NameProblem,
  type NewRepositoryOptions,
  type VcsKind,
} from '@holdfast/vcs-spi';
import { refNameProblem } from './refs/branch-name.js';
import { RefsCache } from './refs/refs-cache.js';
import { operationsOver, type SubversionOperations } from './subversion.operations.js';
import { SubversionRepository } from './subversion.repository.js';
import { subversionTraits } from './subversion.traits.js';
import { pushTraits } from './writing/push-traits.js';

/** Subversion, as the main process of a storage node knows it: it reads the newest revision itself, and asks the rest. */
export class SubversionKind implements VcsKind {
  readonly id = subversionTraits.id;
  readonly defaultReference = subversionTraits.defaultReference;
  readonly protectsBranches = subversionTraits.protectsBranches;
  readonly laysOut = subversionTraits.laysOut;
  readonly namesAreDirectories = pushTraits.namesAreDirectories;
  readonly pushWords = pushTraits.pushWords;
  private readonly operations: SubversionOperations;
  private readonly refs: RefsCache;

  constructor(link: EngineLink) {
    this.operations = operationsOver(link);
    this.refs = new RefsCache(this.operations);
  }

  async create(directory: string, options: NewRepositoryOptions = {}): Promise<void> {
    const { defaultReference = this.defaultReference, layout = false, author = '' } = options;
    if (refNameProblem(defaultReference))
      throw new VcsRefusal('name_invalid', 'not a valid name of a branch');
    await this.operations.create({ directory, layout, author });
    if (defaultReference !== this.defaultReference) await this.open(directory).setHead(defaultReference);
  }

  open(directory: string): SubversionRepository {
    return new SubversionRepository(directory, this.operations, this.refs);
  }

  branchNameProblem(name: string): NameProblem | undefined {
    return refNameProblem(name);
  }

  tagNameProblem(name: string): NameProblem | undefined {
    return refNameProblem(name);
  }

  health(): Promise<{ ready: boolean; version?: string; problem?: string }> {
    return this.operations.health({});
  }
}
