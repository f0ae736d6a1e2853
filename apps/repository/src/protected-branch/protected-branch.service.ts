import {
  lockAgainst,
  protectedBranchOperations,
  validated,
  type Input,
  type PlainInput,
} from '@holdfast/contracts';
import { actor, DomainError, pageOf, repositoryOf, type CallContext, type Page } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Handles } from '@holdfast/platform/service-host';
import { branchPattern, type Branches, type VcsKind } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import type { BranchPatternRow } from '../branch/branch-pattern.entity.js';
import { ProtectedBranchStore } from '../branch/protected-branch.store.js';
import { PushesInFlight } from '../branch/pushes-in-flight.js';
import { RefTurns } from '../branch/ref-turns.js';
import { namedCreator } from '../catalogue/named-creator.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingOf } from '../placement/reading-of.js';
import { refuseDeactivated } from '../ref-change/ref-caller.js';
import { BranchPatternStore } from './branch-pattern.store.js';
import { patternProblem, placeProblems } from './protected-branch.rules.js';
import { protectedBranchView, type ProtectedBranchView } from './protected-branch.view.js';

/** A repository of this node in which branches are protected. */
interface Protecting {
  uuid: string;
  kind: VcsKind;
  branches: Branches;
}

/**
 * The patterns by which branches are protected. One that is answered counts for all that is decided afterwards, and
 * what was allowed before it has ended by then.
 */
@Controller()
export class ProtectedBranchService {
  constructor(
    private readonly rows: BranchPatternStore,
    private readonly local: LocalRepositories,
    private readonly protectedBranches: ProtectedBranchStore,
    private readonly pushes: PushesInFlight,
    private readonly turns: RefTurns,
    private readonly rpc: Rpc,
  ) {}

  @Handles(protectedBranchOperations.list)
  async list(ctx: CallContext, { list }: PlainInput): Promise<Page<ProtectedBranchView>> {
    const repository = repositoryOf(ctx);
    return pageOf(await this.rows.list(repository.uuid, list), (row) => protectedBranchView(row, repository));
  }

  @Handles(protectedBranchOperations.show)
  async show(ctx: CallContext, { id }: PlainInput): Promise<ProtectedBranchView> {
    return this.view(ctx, await this.found(ctx, id));
  }

  @Handles(protectedBranchOperations.create)
  async create(
    ctx: CallContext,
    input: Input<typeof protectedBranchOperations.create>,
  ): Promise<ProtectedBranchView> {
    refuseDeactivated(ctx);
    const at = this.protecting(ctx);
    this.judge(at, input);
    const { pattern } = validated(input);
    const { uuid } = at;
    const row = await this.turns.run(uuid, readingOf(ctx), async () => {
      const { patterns: present } = await this.protectedBranches.of(uuid, at.branches);
      placeProblems({ present }, pattern, input.problems);
      input.problems.throwIfAny();
      const given = { repository: uuid, pattern, creator: actor(ctx).account.uuid };
      return this.rewrite(at, () => this.rows.insert(ctx, given), { come: pattern });
    });
    await this.settled(at, pattern);
    return this.view(ctx, row);
  }

  @Handles(protectedBranchOperations.update)
  async update(
    ctx: CallContext,
    input: Input<typeof protectedBranchOperations.update>,
  ): Promise<ProtectedBranchView> {
    const { id, values, sent, problems } = input;
    refuseDeactivated(ctx);
    const found = await this.found(ctx, id);
    const at = this.protecting(ctx);
    const shown = this.view(ctx, found);
    const creator = await namedCreator(this.rpc, ctx, sent, shown.creator);
    lockAgainst(protectedBranchOperations.update, sent, { ...shown, creator }, problems);
    this.judge(at, input);
    problems.throwIfAny();
    const pattern = values.pattern ?? found.pattern;
    const row = await this.turns.run(at.uuid, readingOf(ctx), async () => {
      const before = await this.found(ctx, id);
      if (pattern === before.pattern) return before;
      const { patterns: present } = await this.protectedBranches.of(at.uuid, at.branches);
      placeProblems({ present, instead: before.pattern }, pattern, problems);
      problems.throwIfAny();
      const change = { gone: before.pattern, come: pattern };
      return this.rewrite(at, () => this.rows.change(ctx, before, pattern), change);
    });
    await this.settled(at, pattern);
    return this.view(ctx, row);
  }

  @Handles(protectedBranchOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput): Promise<ProtectedBranchView> {
    refuseDeactivated(ctx);
    await this.found(ctx, id);
    const at = this.protecting(ctx);
    const gone = await this.turns.run(at.uuid, readingOf(ctx), async () => {
      const row = await this.found(ctx, id);
      return this.rewrite(at, () => this.rows.remove(ctx, row), { gone: row.pattern });
    });
    return this.view(ctx, gone);
  }

  private judge(
    { kind }: Protecting,
    { values, problems }: Pick<Input<typeof protectedBranchOperations.update>, 'values' | 'problems'>,
  ): void {
    const problem = values.pattern === undefined ? undefined : patternProblem(kind, values.pattern);
    if (problem) problems.add('pattern', problem);
  }

  /** Nothing that was allowed before the pattern was there changes a branch that it protects any more. */
  private async settled({ uuid }: Protecting, pattern: string): Promise<void> {
    const { matches } = branchPattern(pattern);
    // Who looked at the rules before the pattern came has begun what he was allowed by the next turn of the loop.
    await new Promise((next) => setImmediate(next));
    await this.pushes.settled(uuid, matches);
  }

  private rewrite(
    { uuid, branches }: Protecting,
    write: () => Promise<BranchPatternRow>,
    change: { gone?: string; come?: string },
  ): Promise<BranchPatternRow> {
    return this.protectedBranches.rewritePatterns(uuid, branches, write, change);
  }

  private protecting(ctx: CallContext): Protecting {
    const repository = repositoryOf(ctx);
    const { kind, data } = this.local.open(repository) ?? {};
    if (!kind?.protectsBranches || !data?.branches)
      throw DomainError.invalid({ repository: { invalid: true } });
    return { uuid: repository.uuid, kind, branches: data.branches };
  }

  private async found(ctx: CallContext, id: string): Promise<BranchPatternRow> {
    const row = await this.rows.find(repositoryOf(ctx).uuid, id);
    if (!row) throw DomainError.notFound();
    return row;
  }

  private view(ctx: CallContext, row: BranchPatternRow): ProtectedBranchView {
    return protectedBranchView(row, repositoryOf(ctx));
  }
}
