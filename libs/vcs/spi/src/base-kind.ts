import type { PushTraits } from './push-terms.js';
import type { NameProblem, NewRepositoryOptions, VcsKind, VcsRepository, VcsTraits } from './vcs-kind.js';
import { VcsRefusal } from './vcs-refusal.js';

/** What a kind says once for all its repositories. `nameProblem` judges the names of branches and of tags alike. */
export interface KindSayings {
  traits: VcsTraits;
  push: PushTraits;
  nameProblem: (name: string) => NameProblem | undefined;
}

/** All that kinds say, none left out: a new trait does not compile before `BaseKind` has it. */
type Every<T> = { readonly [Name in keyof Required<T>]: T[Name] };

/** How the repository is to be made, with a default branch of a possible name. */
export type PossibleOptions = NewRepositoryOptions & { defaultReference: string };

/** What the halves of kinds in the repository service have in common: all that follows from what a kind says. */
export abstract class BaseKind implements VcsKind, Every<VcsTraits & PushTraits> {
  readonly id: string;
  readonly defaultReference: string;
  readonly protectsBranches: boolean;
  readonly laysOut: VcsTraits['laysOut'];
  readonly hasRemotes: VcsTraits['hasRemotes'];
  readonly namesAreDirectories: boolean;
  readonly mistakenFor: PushTraits['mistakenFor'];
  readonly changesTogether: PushTraits['changesTogether'];
  readonly pushWords: PushTraits['pushWords'];
  private readonly nameProblem: KindSayings['nameProblem'];

  constructor({ traits, push, nameProblem }: KindSayings) {
    this.id = traits.id;
    this.defaultReference = traits.defaultReference;
    this.protectsBranches = traits.protectsBranches;
    this.laysOut = traits.laysOut;
    this.hasRemotes = traits.hasRemotes;
    this.namesAreDirectories = push.namesAreDirectories;
    this.mistakenFor = push.mistakenFor;
    this.changesTogether = push.changesTogether;
    this.pushWords = push.pushWords;
    this.nameProblem = nameProblem;
  }

  abstract open(directory: string): VcsRepository;
  abstract health(): ReturnType<VcsKind['health']>;

  /** Does what `create` says. */
  protected abstract make(directory: string, options: PossibleOptions): Promise<void>;

  async create(directory: string, options: NewRepositoryOptions = {}): Promise<void> {
    const { defaultReference = this.defaultReference } = options;
    if (this.nameProblem(defaultReference))
      throw new VcsRefusal('name_invalid', 'not a valid name of a branch');
    await this.make(directory, { ...options, defaultReference });
  }

  branchNameProblem(name: string): NameProblem | undefined {
    return this.nameProblem(name);
  }

  tagNameProblem(name: string): NameProblem | undefined {
    return this.nameProblem(name);
  }

  /**
   * What `health` answers, where the version of the kind's programs is told by those that work only. Rejects with
   * `unavailable`, as `version` does: then nobody knows.
   */
  protected async healthBy(version: Promise<string>): ReturnType<VcsKind['health']> {
    try {
      return { ready: true, version: await version };
    } catch (error) {
      if ((error as { code?: unknown }).code === 'unavailable') throw error;
      return { ready: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }
}
