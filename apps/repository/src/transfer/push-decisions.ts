import { identityCalls, may, seesProject } from '@holdfast/contracts';
import type { CallContext, Principal, ProjectScope } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import {
  growthBy,
  refsToTestForForce,
  refusals,
  type Abilities,
  type PushDecision,
  type PushReport,
  type RefRefusal,
  type RefUpdate,
  type WholePush,
} from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { ProtectedBranchStore } from '../branch/protected-branch.store.js';
import { PushesInFlight } from '../branch/pushes-in-flight.js';
import { RefRoom } from '../branch/ref-room.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { DefaultIdentifiers } from '../repository/default-identifiers.js';
import type { RepositoryRow } from '../repository/repository.entity.js';
import { RepositoryStore } from '../repository/repository.store.js';
import type { TransferCaller } from './transfer-caller.js';

/** Says yes or no to pushes whose objects have arrived, by what holds at that moment. */
@Injectable()
export class PushDecisions {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: RepositoryStore,
    private readonly local: LocalRepositories,
    private readonly protectedBranches: ProtectedBranchStore,
    private readonly pushes: PushesInFlight,
    private readonly defaults: DefaultIdentifiers,
    private readonly changes: RefChanges,
    private readonly room: RefRoom,
  ) {}

  /** Fails when identity, the database or the engine does not answer; the push is then refused as undecided. */
  async decide(push: WholePush): Promise<PushDecision> {
    const { deadline } = push;
    const { requestId, standing } = push.principal as TransferCaller;
    const ctx: CallContext = { requestId, deadline };
    const [{ project, caller }, row] = await Promise.all([
      this.rpc.call(identityCalls.standing, ctx, standing),
      this.store.findByUuid(push.repository),
    ]);
    if (!row || row.deletedAt || project?.deleted) return refuseAll(push, 'the repository is deactivated');
    const place = { ...placeOf(row), account: standing.account, cause: 'push' } as const;
    const open = await this.changes.begin(place, push.updates.filter(isWritable), deadline);
    // Between the last look at the rules and the beginning of the push nobody else has a turn.
    const reasons = await this.refusals(push, row.type, abilities(caller, project)).catch(
      async (error: unknown) => {
        await this.changes.settle(open, 'refused');
        throw error;
      },
    );
    if (reasons.length || Date.now() > deadline) {
      await this.changes.settle(open, 'refused');
      return { accepted: false, reasons };
    }
    const left = this.room.begin(push.repository, growthBy(push.updates));
    this.pushes.begin(
      push.repository,
      push.id,
      push.updates.filter(isBranch).map(({ name }) => name),
      () => {
        left();
        void this.changes.settle(open, 'unknown');
      },
    );
    return { accepted: true };
  }

  /** Brings the catalogue in step with what was pushed. */
  async ended({ id, repository, kind, changed }: PushReport): Promise<void> {
    this.pushes.end(repository, id);
    const data = this.local.open({ uuid: repository, type: kind })?.data;
    if (data && changed) await this.defaults.follow(repository, data);
  }

  private async refusals(push: WholePush, type: string, abilities: Abilities): Promise<RefRefusal[]> {
    const opened = this.local.open({ uuid: push.repository, type });
    if (!opened) throw new Error(`nothing is pushed to a repository of type ${type}`);
    const { kind, data } = opened;
    const flags = data.branches ? await this.protectedBranches.of(push.repository, data.branches) : new Set();
    const isProtected = (branch: string): boolean => flags.has(branch);
    const suspects = refsToTestForForce(push.updates, { abilities, isProtected });
    const [head, forced, branch, tag] = await Promise.all([
      data.head(),
      push.forced(suspects),
      data.branches?.snapshot(),
      data.tags?.snapshot(),
    ]);
    return refusals(push.updates, {
      kind,
      abilities,
      ...(head === undefined ? {} : { head }),
      isProtected,
      isForced: (ref) => forced.has(ref),
      present: { branch, tag },
      room: this.room.left(push.repository, [branch, tag]),
    });
  }
}

/** All others are refused. */
const isWritable = ({ sort }: RefUpdate): boolean => sort !== 'reserved' && sort !== 'malformed';

const placeOf = ({ company, project, uuid, id, type }: RepositoryRow) => ({
  company,
  project,
  repository: { uuid, id, type },
});

const isBranch = ({ sort }: { sort: string }): boolean => sort === 'branch';

const abilities = (caller: Principal | undefined, project: ProjectScope | undefined): Abilities => {
  if (!caller || !project || !seesProject(caller, project))
    return { write: false, protectedPush: false, moveTags: false };
  return {
    write: may('repository.write', caller, { project }),
    protectedPush: may('branch.push_protected', caller, { project }),
    moveTags: may('tag.move', caller, { project }),
  };
};

const refuseAll = ({ updates }: WholePush, reason: string): PushDecision => ({
  accepted: false,
  reasons: updates.map(({ ref, name }) => ({ ref, name, rule: 'write_missing', reason })),
});
