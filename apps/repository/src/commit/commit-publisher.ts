import { standingOf } from '@holdfast/contracts';
import {
  actor,
  DomainError,
  isAdmissionOld,
  projectOf,
  type CallContext,
  type RepositoryScope,
} from '@holdfast/kernel';
import type {
  Abilities,
  Branches,
  PreparedCommit,
  RefUpdate,
  VcsKind,
  VcsRepository,
} from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { PushesInFlight } from '../branch/pushes-in-flight.js';
import { RefRoom } from '../branch/ref-room.js';
import { abilitiesOf, RefRules } from '../branch/ref-rules.js';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { readingOf } from '../placement/reading-of.js';
import { invalidWhere, placeOf } from '../ref-change/ref-caller.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { ChangeRooms } from '../transfer/change-rooms.js';
import { WriterStandings } from '../transfer/writer-standings.js';
import { refusedBranch, refusedCommit } from './new-commit.rules.js';

/** The branch on which a commit is made, in a repository of this node. */
export interface CommitTarget {
  repository: RepositoryScope;
  kind: VcsKind;
  data: VcsRepository;
  branches: Branches;
  branch: string;
  /** The commit that the branch is at; undefined: it is made. */
  tip: string | undefined;
}

/** Makes prepared commits the tips of their branches, by the rules of a push. */
@Injectable()
export class CommitPublisher {
  constructor(
    private readonly rules: RefRules,
    private readonly room: RefRoom,
    private readonly pushes: PushesInFlight,
    private readonly changes: RefChanges,
    private readonly defaults: DefaultIdentifiers,
    private readonly rooms: ChangeRooms,
    private readonly writers: WriterStandings,
  ) {}

  /** @throws DomainError where the rules, a limit or the branch are against it */
  async publish(ctx: CallContext, target: CommitTarget, made: PreparedCommit): Promise<void> {
    const { repository, branch, data } = target;
    await this.rooms.during(ctx, made.bytes, () =>
      this.changes
        .during(placeOf(ctx), [updateOf(target, made.id)], ctx.deadline, () =>
          // Whoever changes the rules from here on waits for what was decided by the old ones.
          this.pushes.during(repository.uuid, [branch], async () => {
            await this.mustBeAllowed(ctx, target, made.id, await this.abilities(ctx, target));
            await made.publish({ id: branch, expected: target.tip });
          }),
        )
        .catch(invalidWhere(refusedCommit)),
    );
    await this.defaults.follow(repository.uuid, data);
  }

  /** `commit`: to what the branch is to move. @throws DomainError where that is forbidden, or cannot be */
  async mustBeAllowed(
    ctx: CallContext,
    target: CommitTarget,
    commit: string,
    abilities = abilitiesOf(actor(ctx), projectOf(ctx)),
  ): Promise<void> {
    const { repository, kind, data } = target;
    const at = { uuid: repository.uuid, kind, data, reading: readingOf(ctx) };
    // What comes after the tip loses nothing of it.
    const forced = () => Promise.resolve(new Set<string>());
    const [refusal] = await this.rules.refusals(at, [updateOf(target, commit)], abilities, forced);
    if (refusal) throw refusedBranch(refusal, this.room.most);
  }

  /** What the caller may do now. */
  private async abilities(ctx: CallContext, { repository }: CommitTarget): Promise<Abilities> {
    const [caller, project] = [actor(ctx), projectOf(ctx)];
    if (!isAdmissionOld(ctx)) return abilitiesOf(caller, project);
    const writer = await this.writers.of(ctx, standingOf(caller, project), repository.uuid);
    if (!writer) throw DomainError.deactivated();
    return writer.abilities;
  }
}

const updateOf = ({ branches, branch, tip }: CommitTarget, commit: string): RefUpdate => ({
  ...{ ref: branches.refOf(branch), sort: 'branch', name: branch, new: commit },
  ...(tip === undefined ? {} : { old: tip }),
});
