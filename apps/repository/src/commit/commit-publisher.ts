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
  RefRefusal,
  RefUpdate,
  VcsKind,
  VcsRepository,
} from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { PushesInFlight } from '../branch/pushes-in-flight.js';
import { RefRoom } from '../branch/ref-room.js';
import { abilitiesOf, RefRules, type Verdict } from '../branch/ref-rules.js';
import { refusedNow } from '../branch/refused-now.js';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { readingOf } from '../placement/reading-of.js';
import { invalidWhere, placeOf } from '../ref-change/ref-caller.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { ChangeRooms } from '../storage/change-rooms.js';
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
            await this.mustBeAllowedNow(ctx, target, made.id);
            await made.publish({ id: branch, expected: target.tip });
          }),
        )
        .catch(invalidWhere(refusedCommit)),
    );
    await this.defaults.follow(repository.uuid, data);
  }

  /** `commit`: to what the branch is to move. @throws DomainError where that is forbidden, or cannot be */
  async mustBeAllowed(ctx: CallContext, target: CommitTarget, commit: string): Promise<void> {
    this.mustBeNone((await this.judge(ctx, target, commit, admittedWith(ctx))).refused);
  }

  private async mustBeAllowedNow(ctx: CallContext, target: CommitTarget, commit: string): Promise<void> {
    // Rights that nobody gave do not end.
    const { admitted: at = Infinity } = ctx;
    const refused = await refusedNow({
      judge: (abilities) => this.judge(ctx, target, commit, abilities),
      look: () => this.abilities(ctx, target),
      ...(isAdmissionOld(ctx) ? {} : { seen: { abilities: admittedWith(ctx), at } }),
      deadline: ctx.deadline,
    });
    this.mustBeNone(refused);
  }

  private judge(
    ctx: CallContext,
    target: CommitTarget,
    commit: string,
    abilities: Abilities,
  ): Promise<Verdict> {
    const { repository, kind, data } = target;
    const at = { uuid: repository.uuid, kind, data, reading: readingOf(ctx) };
    // What comes after the tip loses nothing of it.
    const forced = () => Promise.resolve(new Set<string>());
    return this.rules.judge(at, [updateOf(target, commit)], abilities, forced);
  }

  private mustBeNone([refusal]: readonly RefRefusal[]): void {
    if (refusal) throw refusedBranch(refusal, this.room.most);
  }

  /** What the caller may do now. */
  private async abilities(ctx: CallContext, { repository }: CommitTarget): Promise<Abilities> {
    const standing = standingOf(actor(ctx), projectOf(ctx));
    const writer = await this.writers.of(ctx, standing, repository.uuid);
    if (!writer || writer.row.mirror === 'pull') throw DomainError.deactivated();
    return writer.abilities;
  }
}

const admittedWith = (ctx: CallContext): Abilities => abilitiesOf(actor(ctx), projectOf(ctx));

const updateOf = ({ branches, branch, tip }: CommitTarget, commit: string): RefUpdate => ({
  ...{ ref: branches.refOf(branch), sort: 'branch', name: branch, new: commit },
  ...(tip === undefined ? {} : { old: tip }),
});
