import type { RefChange } from '@holdfast/contracts';
import { DomainError, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import {
  VcsRefusal,
  type Actor,
  type Branches,
  type NamedRef,
  type Reading,
  type VcsKind,
  type VcsRepository,
} from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { ChangeRight } from '../change-right/change-right.js';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import type { ChangePlace } from '../ref-change/intent.js';
import { invalidWhere } from '../ref-change/ref-caller.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { creationRefusal, deletionRefusal, patternProblemOf } from './branch.rules.js';
import { ProtectedBranchStore } from './protected-branch.store.js';
import { PushesInFlight } from './pushes-in-flight.js';
import { RefRules } from './ref-rules.js';
import { RefTurns } from './ref-turns.js';
import { whileOccupied } from './while-occupied.js';

/** A repository of this node whose kind has branches. */
export interface Branching {
  /** Of the call that asks for it. */
  ctx: CallContext;
  place: ChangePlace;
  reading: Reading;
  repository: RepositoryScope;
  kind: VcsKind;
  data: VcsRepository;
  branches: Branches;
}

/** How a branch is made: protected or not, and by whom. */
interface Making {
  protect: boolean;
  /** Whether he may push to protected branches. */
  mayPush: boolean;
  by: Actor;
}

/** Makes and removes branches: their refs by the kind, each recorded as an event, and their flags with them. */
@Injectable()
export class BranchChanges {
  constructor(
    private readonly protectedBranches: ProtectedBranchStore,
    private readonly pushes: PushesInFlight,
    private readonly turns: RefTurns,
    private readonly defaults: DefaultIdentifiers,
    private readonly changes: RefChanges,
    private readonly right: ChangeRight,
    private readonly rules: RefRules,
  ) {}

  /** @throws DomainError what the kind refuses, by attribute */
  async make(at: Branching, branch: NamedRef, making: Making): Promise<NamedRef> {
    const { uuid } = at.repository;
    await at.branches.check?.(branch, at.reading).catch(invalidWhere(creationRefusal));
    // One that fails takes back a flag, which another one of the same name must not have seen.
    return this.turns.run(`${uuid} ${branch.id}`, at.reading, async () => {
      const { flags } = await this.protectedBranches.of(uuid, at.branches);
      return making.protect || flags.has(branch.id)
        ? this.turns.run(uuid, at.reading, () => this.makeFlagged(at, branch, making))
        : this.makeRef(at, branch, making);
    });
  }

  /** At the commit that it has when git takes its lock; answers what is gone. */
  async remove({ ctx, branches, place, reading }: Branching, id: string, by: Actor): Promise<NamedRef> {
    for (let attempt = 1; ; attempt += 1) {
      const expected = await branches.find(id, reading);
      if (expected === undefined) throw DomainError.notFound();
      const update = { ...branchRef(branches, id), old: expected };
      const removing = async (): Promise<NamedRef> => {
        await this.right.confirm(ctx);
        return branches.delete({ id, expected, actor: by }, reading);
      };
      try {
        return await whileOccupied(reading.deadline, () =>
          this.changes.during(place, [update], reading.deadline, removing),
        );
      } catch (error) {
        // A push moved it between our look and git's lock.
        if (error instanceof VcsRefusal && error.code === 'moved' && attempt < 5) continue;
        return invalidWhere(deletionRefusal)(error);
      }
    }
  }

  /** The flag comes before the branch, so that a branch created protected is never seen without it. */
  private async makeFlagged(at: Branching, branch: NamedRef, making: Making): Promise<NamedRef> {
    const { uuid } = at.repository;
    const { protect } = making;
    if ((await at.branches.find(branch.id, at.reading)) !== undefined)
      throw DomainError.invalid({ id: { reserved: true } });
    // It has waited, and so it will again: here for the flag, there for the branch.
    await this.right.confirm(at.ctx);
    if (protect) await this.protectedBranches.protect(uuid, at.branches, branch.id);
    else await this.protectedBranches.unprotect(uuid, at.branches, branch.id);
    try {
      return await this.makeRef(at, branch, making);
    } catch (error) {
      if (protect) await this.protectedBranches.unprotect(uuid, at.branches, branch.id);
      throw error;
    }
  }

  private async makeRef(
    { ctx, kind, branches, data, place, reading, repository }: Branching,
    branch: NamedRef,
    { mayPush, by }: Making,
  ): Promise<NamedRef> {
    const { uuid } = repository;
    const first = (await branches.snapshot(reading)).size === 0;
    const wanted = { ...branch, actor: by, at: Math.floor(Date.now() / 1000) };
    // Whoever adds a pattern from here on waits for what was decided without it.
    const creating = (): Promise<NamedRef> =>
      this.pushes.during(uuid, [branch.id], async () => {
        const protection = await this.protectedBranches.of(uuid, branches);
        const locked = patternProblemOf(protection.patternOf(branch.id), mayPush);
        if (locked) throw DomainError.invalid({ protected: locked });
        // Perhaps somebody has made a tag meanwhile that it would stand for.
        await this.rules.mustAllow(ctx, { uuid, kind, data, reading }, { sort: 'branch', id: branch.id });
        await this.right.confirm(ctx);
        return branches.create(wanted, reading);
      });
    const made = await whileOccupied(reading.deadline, async () => {
      const planned = await branches.plan?.(wanted, reading);
      const update = { ...branchRef(branches, branch.id), new: planned?.commit ?? branch.commit };
      return this.changes.during(place, [update], reading.deadline, creating);
    }).catch(invalidWhere(creationRefusal));
    if (first) await this.defaults.follow(uuid, data);
    return made;
  }
}

const branchRef = (branches: Branches, name: string): Pick<RefChange, 'ref' | 'sort' | 'name'> => ({
  ref: branches.refOf(name),
  sort: 'branch',
  name,
});
