import { commitOperations, validated, type Input } from '@holdfast/contracts';
import {
  actor,
  DomainError,
  loopShare,
  repositoryOf,
  type CallContext,
  type Problems,
} from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import {
  VcsRefusal,
  type Commit,
  type CommitDraft,
  type Commits,
  type EditProblems,
  type FileEdits,
} from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { newNameProblem } from '../branch/branch.rules.js';
import { RefRoom } from '../branch/ref-room.js';
import { RefTurns } from '../branch/ref-turns.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { Placement } from '../placement/placement.js';
import { actorOf, invalidWhere, refuseReadOnly } from '../ref-change/ref-caller.js';
import { CommitSigner } from './commit-signer.js';
import { CommitPublisher, type CommitTarget } from './commit-publisher.js';
import { CommitViews } from './commit-views.js';
import type { CommitView } from './commit.view.js';
import { Contents, type ReadableRepository } from './contents.js';
import { addEditProblems, addParentProblems, editsOf, refusedCommit } from './new-commit.rules.js';

type NewCommit = Input<typeof commitOperations.create>;

/** A repository of this node in whose kind commits can be made here. */
type Committing = ReadableRepository & Pick<CommitTarget, 'kind' | 'branches'> & { commits: Commits };

/** The same with what was known of it when the request came: `wasEmpty`: it was, and a first commit is asked for. */
type Asked = Committing & { wasEmpty: boolean };

/** Makes commits in the repositories of this node. */
@Controller()
export class CommitCreationService {
  constructor(
    private readonly contents: Contents,
    private readonly local: LocalRepositories,
    private readonly placement: Placement,
    private readonly room: RefRoom,
    private readonly turns: RefTurns,
    private readonly publisher: CommitPublisher,
    private readonly signer: CommitSigner,
    private readonly views: CommitViews,
  ) {}

  @Handles(commitOperations.create)
  async create(ctx: CallContext, input: NewCommit): Promise<CommitView> {
    refuseReadOnly(ctx);
    const at = this.committing(ctx);
    if (!at) throw DomainError.invalid({ repository: { invalid: true } });
    const isFirst = parentIn(input) === undefined;
    const wasEmpty = isFirst && (await at.branches.snapshot(at.reading)).size === 0;
    const make = () => this.make(ctx, { ...at, wasEmpty }, input);
    // Of first commits there is one: the others find it there.
    const commit = await (isFirst ? this.turns.run(at.repository.uuid, at.reading, make) : make());
    const [view] = await this.views.of(ctx, [commit], at.repository);
    return view;
  }

  /** Answers it as it was prepared: nothing may go wrong any more once it is published. */
  private async make(ctx: CallContext, at: Asked, input: NewCommit): Promise<Commit> {
    const { target, draft } = await this.check(ctx, at, input);
    await shared();
    const made = await this.signer
      .during(actor(ctx), draft, (signing) => at.commits.prepare(signing, at.reading))
      .catch(invalidWhere(refusedCommit));
    if ('problems' in made) throw DomainError.invalid({ ...made.problems });
    try {
      await this.publisher.publish(ctx, target, made);
    } catch (error) {
      await made.discard();
      throw error;
    }
    return made.commit;
  }

  /** Reports everything that is wrong at once, but first whether the caller may write to the branch. */
  private async check(
    ctx: CallContext,
    at: Asked,
    input: NewCommit,
  ): Promise<{ target: CommitTarget; draft: CommitDraft }> {
    const { problems, values } = input;
    const { branch } = values;
    const sent = parentIn(input);
    const present = await at.branches.snapshot(at.reading);
    const tip = branch === undefined ? undefined : present.get(branch);
    if (branch !== undefined && tip !== undefined)
      await this.publisher.mustBeAllowed(ctx, { ...at, branch, tip }, tip);
    const parent = sent === undefined ? undefined : await at.log.find(sent, at.reading);
    const problem =
      branch === undefined || tip !== undefined
        ? undefined
        : (newNameProblem(at.kind, present, branch) ??
          (await this.room.problemOf(at.repository.uuid, at.data, branch, at.reading)));
    if (problem) problems.add('branch', problem);
    if (!problems.has('parent'))
      addParentProblems({ sent, parent, tip, empty: present.size === 0, wasEmpty: at.wasEmpty }, problems);
    const staged = input.staged === undefined ? undefined : this.placement.body(at.repository, input.staged);
    const edits = editsOf(values.modified ?? [], values.deleted ?? [], staged);
    await shared();
    if (!problems.has('modified') && !problems.has('deleted')) {
      addEditProblems(edits, problems);
      await shared();
      addKindProblems(await at.commits.pathProblems(edits), problems);
    }
    await shared();
    const changes = { ...edits, ...(parent === undefined ? {} : { parent }) };
    if (problems.any) await this.addFileProblems(ctx, at, changes, problems);
    const { author, email, message, ...complete } = validated(input);
    const committer = actorOf(ctx);
    return {
      target: { ...at, branch: complete.branch, tip },
      draft: {
        ...changes,
        message,
        author: { name: author ?? committer.name, email: email ?? committer.email },
        committer,
      },
    };
  }

  /**
   * Of a commit that is refused anyway: what only the files of its parent tell of its edits, where the rest of both is
   * right. They are made for that, and thrown away. Where that fails, it is refused for what is known.
   */
  private async addFileProblems(
    ctx: CallContext,
    at: Committing,
    changes: FileEdits & Pick<CommitDraft, 'parent'>,
    problems: Problems,
  ): Promise<void> {
    if (['parent', 'modified', 'deleted'].some((each) => problems.has(each))) return;
    const by = actorOf(ctx);
    try {
      const made = await at.commits.prepare(
        { ...changes, message: '', author: by, committer: by },
        at.reading,
      );
      if (!('problems' in made)) return await made.discard();
      addKindProblems(made.problems, problems);
    } catch (error) {
      addRefused(error, problems);
    }
  }

  private committing(ctx: CallContext): Committing | undefined {
    const readable = this.contents.of(ctx);
    const opened = this.local.open(repositoryOf(ctx));
    const { branches, commits } = opened?.data ?? {};
    if (!readable || !opened || !branches || !commits) return undefined;
    return { ...readable, kind: opened.kind, branches, commits };
  }
}

/** What the kind finds wrong with edits. */
const addKindProblems = ({ modified, deleted }: EditProblems, problems: Problems): void => {
  if (modified) problems.add('modified', modified);
  if (deleted) problems.add('deleted', deleted);
};

/** What is said of the attributes that were sent, if that is what failed. */
const addRefused = (error: unknown, problems: Problems): void => {
  const told = error instanceof VcsRefusal ? refusedCommit[error.code] : undefined;
  const said = error instanceof DomainError ? error.detail.errors : undefined;
  for (const [attribute, problem] of Object.entries(told ?? said ?? {})) problems.add(attribute, problem);
};

/** Edits may be of tens of thousands of paths: each look at all of them takes a turn of its own. */
const shared = async (): Promise<void> => {
  if (loopShare.isOver) await loopShare.pass();
};

/** What it is to come after; an empty text names nothing, as everywhere. */
const parentIn = ({ values: { parent } }: NewCommit): string | undefined =>
  parent === '' || parent === null ? undefined : parent;
