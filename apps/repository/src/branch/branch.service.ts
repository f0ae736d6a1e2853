import { branchOperations, lockAgainst, may, type Input, type PlainInput } from '@holdfast/contracts';
import {
  actor,
  DomainError,
  projectOf,
  repositoryOf,
  type CallContext,
  type ListQuery,
  type Page,
} from '@holdfast/kernel';
import { AuditOutbox, recordOf } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import type { NamedRef } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingOf } from '../placement/reading-of.js';
import { actorOf, placeOf, refuseReadOnly } from '../ref-change/ref-caller.js';
import { ChangeRooms } from '../storage/change-rooms.js';
import { BranchChanges, type Branching } from './branch-changes.js';
import { branchPage, isPlain } from './branch-page.js';
import {
  commitProblem,
  deletionProblems,
  newNameProblem,
  patternProblemOf,
  protectionProblem,
} from './branch.rules.js';
import { branchView, type BranchView } from './branch.view.js';
import { CommitTimes } from './commit-times.js';
import { ProtectedBranchStore } from './protected-branch.store.js';
import type { Protection } from './protection.js';
import { PushesInFlight } from './pushes-in-flight.js';
import { RefLists } from './ref-lists.js';
import { RefRoom } from './ref-room.js';
import { RefRules } from './ref-rules.js';
import { RefTurns } from './ref-turns.js';

type NewBranch = Input<typeof branchOperations.create>;

/** The branches of the repositories on this node. They are refs: what is in memory is exact, the disk decides. */
@Controller()
export class BranchService {
  constructor(
    private readonly local: LocalRepositories,
    private readonly protectedBranches: ProtectedBranchStore,
    private readonly pushes: PushesInFlight,
    private readonly turns: RefTurns,
    private readonly commitTimes: CommitTimes,
    private readonly outbox: AuditOutbox,
    private readonly changes: BranchChanges,
    private readonly room: RefRoom,
    private readonly lists: RefLists,
    private readonly rules: RefRules,
    private readonly rooms: ChangeRooms,
  ) {}

  @Handles(branchOperations.list)
  async list(ctx: CallContext, { list }: PlainInput): Promise<Page<BranchView>> {
    const at = this.branching(ctx);
    if (!at) return { results: [], more: false };
    return isPlain(list) ? this.page(at, list) : this.lists.run(ctx, () => this.page(at, list));
  }

  @Handles(branchOperations.show)
  async show(ctx: CallContext, { id }: PlainInput): Promise<BranchView> {
    return this.view(this.existing(ctx), id);
  }

  @Handles(branchOperations.create)
  async create(ctx: CallContext, input: NewBranch): Promise<BranchView> {
    refuseReadOnly(ctx);
    const at = this.branching(ctx);
    if (!at) throw DomainError.invalid({ repository: { invalid: true } });
    const branch = await this.checkCreation(ctx, at, input);
    const wanted = input.values.protected === true;
    const making = { protect: wanted, mayPush: mayPush(ctx), by: actorOf(ctx) };
    const make = () =>
      this.rooms.duringNew(ctx, at.kind, at.branches.refOf(branch.id), () =>
        this.changes.make(at, branch, making),
      );
    const recorded = wanted ? recordOf(ctx, branchView(branch, wanted, at.repository)) : undefined;
    const made = await this.outbox.around(recorded, make);
    return branchView(made, (await this.protection(at)).covers(made.id), at.repository);
  }

  @Handles(branchOperations.update)
  async update(ctx: CallContext, input: Input<typeof branchOperations.update>): Promise<BranchView> {
    const { id, values, sent, problems } = input;
    const at = this.existing(ctx);
    const { uuid } = at.repository;
    const wanted = values.protected === true;
    const before = await this.turns.run(uuid, at.reading, async () => {
      const shown = await this.view(at, id);
      refuseReadOnly(ctx);
      lockAgainst(branchOperations.update, sent, shown, problems);
      if (wanted && !at.kind.protectsBranches) problems.add('protected', { invalid: true });
      const isMatched = (await this.protection(at)).patternOf(id) !== undefined;
      if (values.protected === false && isMatched) problems.add('protected', { locked: true });
      problems.throwIfAny();
      if (values.protected !== undefined && wanted !== shown.protected)
        await this.protectedBranches.change(ctx, uuid, at.branches, shown, { protect: wanted });
      return shown;
    });
    if (!wanted) return { ...before, protected: values.protected === undefined && before.protected };
    await this.pushes.settled(uuid, id);
    return this.turns.run(uuid, at.reading, () => this.stillThere(at, id));
  }

  @Handles(branchOperations.delete)
  async delete(ctx: CallContext, { id, problems }: PlainInput): Promise<BranchView> {
    const at = this.existing(ctx);
    return this.turns.run(at.repository.uuid, at.reading, async () => {
      const shown = await this.view(at, id);
      refuseReadOnly(ctx);
      const lasting = [await at.data.head(), at.branches.lasting];
      deletionProblems(id, { protected: shown.protected, lasting }, problems);
      problems.throwIfAny();
      const gone = await this.outbox.around(recordOf(ctx, shown), () =>
        this.changes.remove(at, id, actorOf(ctx)),
      );
      return branchView(gone, false, at.repository);
    });
  }

  /** Reports everything that is wrong at once; answers the branch to make, at its full commit id. */
  private async checkCreation(
    ctx: CallContext,
    at: Branching,
    { values, problems }: NewBranch,
  ): Promise<NamedRef> {
    const { id, commit } = values;
    const [branches, found] = await Promise.all([
      at.branches.snapshot(at.reading),
      commit === undefined ? undefined : this.local.commit(at.repository, commit, at.reading),
    ]);
    const wrongName =
      id === undefined
        ? undefined
        : (newNameProblem(at.kind, branches, id) ??
          (await this.room.problemOf(at.repository.uuid, at.data, id, at.reading)) ??
          (await this.rules.problemOf(ctx, { ...at, uuid: at.repository.uuid }, { sort: 'branch', id })));
    if (wrongName) problems.add('id', wrongName);
    const wrongCommit = found && commitProblem(found);
    if (wrongCommit) problems.add('commit', wrongCommit);
    if (values.protected === true) {
      const mayProtect = may('branch.protect', actor(ctx), { project: projectOf(ctx) });
      const refused = protectionProblem(at.kind, mayProtect);
      if (refused) problems.add('protected', refused);
    } else if (id !== undefined) {
      const refused = patternProblemOf((await this.protection(at)).patternOf(id), mayPush(ctx));
      if (refused) problems.add('protected', refused);
    }
    problems.throwIfAny();
    if (id === undefined || found?.outcome !== 'found')
      throw new Error('an incomplete branch passed the validation');
    return { id, commit: found.id };
  }

  /** A push that was allowed before the branch was protected may have deleted it: its flag goes with it. */
  private async stillThere(at: Branching, id: string): Promise<BranchView> {
    if ((await at.branches.find(id, at.reading)) === undefined)
      await this.protectedBranches.unprotect(at.repository.uuid, at.branches, id);
    return this.view(at, id);
  }

  private async page(at: Branching, list: ListQuery): Promise<Page<BranchView>> {
    const [branches, protection] = await Promise.all([at.branches.snapshot(at.reading), this.protection(at)]);
    const protectedAmong = (names: readonly string[]) => protection.among(names);
    const times = (commits: string[]) => this.commitTimes.of(at.data, commits, at.reading);
    const { results, more } = await branchPage({ branches, protectedAmong, times }, list);
    const isProtected = await protection.among(results.map(({ id }) => id));
    return { results: results.map((each) => branchView(each, isProtected(each.id), at.repository)), more };
  }

  private branching(ctx: CallContext): Branching | undefined {
    const repository = repositoryOf(ctx);
    const opened = this.local.open(repository);
    return (
      opened?.data.branches && {
        ctx,
        place: placeOf(ctx),
        reading: readingOf(ctx),
        repository,
        ...opened,
        branches: opened.data.branches,
      }
    );
  }

  private existing(ctx: CallContext): Branching {
    const at = this.branching(ctx);
    if (!at) throw DomainError.notFound();
    return at;
  }

  private async view(at: Branching, id: string): Promise<BranchView> {
    const [commit, protection] = await Promise.all([at.branches.find(id, at.reading), this.protection(at)]);
    if (commit === undefined) throw DomainError.notFound();
    return branchView({ id, commit }, protection.covers(id), at.repository);
  }

  private protection({ repository, branches }: Branching): Promise<Protection> {
    return this.protectedBranches.of(repository.uuid, branches);
  }
}

const mayPush = (ctx: CallContext): boolean =>
  may('branch.push_protected', actor(ctx), { project: projectOf(ctx) });
