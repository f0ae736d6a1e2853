import {
  BaseKind,
  careOver,
  makeDirectory,
  remotesOver,
  type EngineLink,
  type PossibleOptions,
} from '@holdfast/vcs-spi';
import { operationsOver, type MercurialOperations } from './mercurial.operations.js';
import { MercurialRepository } from './mercurial.repository.js';
import { mercurialTraits } from './mercurial.traits.js';
import { branchNameProblem } from './names/branch-name.js';
import { writeDefault } from './names/default-branch.js';
import { KnownNames } from './names/known-names.js';
import { pushTraits } from './names/push-traits.js';

/**
 * Mercurial, as the main process of a storage node knows it: everything but the name of the default branch is asked of
 * the engine.
 *
 *     <directory>/.hg/             a repository without a working copy, as Mercurial makes it
 *       holdfast-default           the default branch, where it is another than Mercurial's
 */
export class MercurialKind extends BaseKind {
  private readonly operations: MercurialOperations;
  private readonly names: KnownNames;

  constructor(private readonly link: EngineLink) {
    super({ traits: mercurialTraits, push: pushTraits, nameProblem: branchNameProblem });
    this.operations = operationsOver(link);
    this.names = new KnownNames(this.operations);
  }

  protected async make(directory: string, { defaultReference: head }: PossibleOptions): Promise<void> {
    await makeDirectory(directory, async (fresh) => {
      await this.operations.create({ directory: fresh });
      if (head !== this.defaultReference) await writeDefault(fresh, head);
    });
  }

  open(directory: string): MercurialRepository {
    const { link, operations, names } = this;
    const foreignWrite = () => repository.foreignWrite();
    const remotes = remotesOver(link, { directory, foreignWrite, pushes: false });
    const care = careOver(link, directory);
    const repository = new MercurialRepository(directory, operations, names, { care, remotes });
    return repository;
  }

  health(): ReturnType<BaseKind['health']> {
    return this.healthBy(this.operations.version({}));
  }
}
