import { makeDirectory, type EngineLink, type NameProblem, type VcsKind } from '@holdfast/vcs-spi';
import { VcsRefusal } from '@holdfast/vcs-spi';
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
export class MercurialKind implements VcsKind {
  readonly id = mercurialTraits.id;
  readonly defaultReference = mercurialTraits.defaultReference;
  readonly protectsBranches = mercurialTraits.protectsBranches;
  readonly namesAreDirectories = pushTraits.namesAreDirectories;
  readonly pushWords = pushTraits.pushWords;
  private readonly operations: MercurialOperations;
  private readonly names: KnownNames;

  constructor(link: EngineLink) {
    this.operations = operationsOver(link);
    this.names = new KnownNames(this.operations);
  }

  async create(directory: string, options: { defaultReference?: string } = {}): Promise<void> {
    const head = options.defaultReference ?? this.defaultReference;
    if (this.branchNameProblem(head)) throw new VcsRefusal('name_invalid', 'not a valid name of a branch');
    await makeDirectory(directory, async (fresh) => {
      await this.operations.create({ directory: fresh });
      if (head !== this.defaultReference) await writeDefault(fresh, head);
    });
  }

  open(directory: string): MercurialRepository {
    return new MercurialRepository(directory, this.operations, this.names);
  }

  branchNameProblem(name: string): NameProblem | undefined {
    return branchNameProblem(name);
  }

  tagNameProblem(name: string): NameProblem | undefined {
    return branchNameProblem(name);
  }

  async health(): Promise<{ ready: boolean; version?: string; problem?: string }> {
    try {
      return { ready: true, version: await this.operations.version({}) };
    } catch (error) {
      return { ready: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }
}
