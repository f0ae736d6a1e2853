import { followsAnother } from '@holdfast/contracts';
import {
  growthBy,
  type Abilities,
  type PushDecision,
  type PushReport,
  type RefRefusal,
  type RefUpdate,
  type WholePush,
} from '@holdfast/vcs-spi';
import { DomainError } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { PushesInFlight } from '../branch/pushes-in-flight.js';
import { RefRoom } from '../branch/ref-room.js';
import { RefRules, type Verdict } from '../branch/ref-rules.js';
import { refusedNow } from '../branch/refused-now.js';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { WriteGate } from '../write-gate/write-gate.js';
import type { TransferCaller } from './transfer-caller.js';
import { pushPlace, pusherOf } from './push-place.js';
import { askedOnce } from './asked-once.js';
import { isLimitTighter, otherLimit } from './transfer.rules.js';
import { storageOwnerOf, WriterStandings, type WriterStanding } from './writer-standings.js';

/** Says yes or no to pushes whose objects have arrived, by what holds at that moment. */
@Injectable()
export class PushDecisions {
  constructor(
    private readonly writers: WriterStandings,
    private readonly local: LocalRepositories,
    private readonly rules: RefRules,
    private readonly pushes: PushesInFlight,
    private readonly defaults: DefaultIdentifiers,
    private readonly changes: RefChanges,
    private readonly room: RefRoom,
    private readonly gate: WriteGate,
  ) {}

  /** Fails when identity, the database or the engine does not answer; the push is then refused as undecided. */
  async decide(push: WholePush): Promise<PushDecision> {
    let leave: () => void;
    try {
      leave = await this.gate.enter(push.repository, push.deadline, true);
    } catch (error) {
      if (error instanceof DomainError && error.detail.node !== undefined) return refuseAll(push, moved);
      throw error;
    }
    let isAccepted = false;
    try {
      const decision = await this.decideHere(push, leave);
      isAccepted = decision.accepted;
      return decision;
    } finally {
      if (!isAccepted) leave();
    }
  }

  /** `over`: to be called when a push that was allowed has ended, and what became of it is known. */
  private async decideHere(push: WholePush, over: () => void): Promise<PushDecision> {
    const { deadline } = push;
    const { standing, address = '' } = push.principal as TransferCaller;
    const asked = Date.now();
    const writer = await this.writer(push);
    if (typeof writer === 'string') return refuseAll(push, writer);
    const place = {
      ...{ ...pushPlace(writer.row), account: standing.account, cause: 'push' as const },
      ...pusherOf(writer, address),
    };
    const forced = askedOnce((refs: readonly string[]) => push.forced(refs));
    // To write down what nobody will do costs as much as what is done.
    const soon =
      push.updates.length > many ? (await this.judge({ ...push, forced }, writer.abilities)).refused : [];
    if (soon.length > 0) return { accepted: false, reasons: soon };
    const branches = await this.branches(push);
    const open = await this.changes.begin(place, push.updates.filter(isWritable), deadline);
    // Between the last look at the rules and the beginning of the push nobody else has a turn.
    const reasons = await this.reasons({ ...push, forced }, writer, asked).catch(async (error: unknown) => {
      await this.changes.settle(open, 'refused');
      throw error;
    });
    if (reasons.length || Date.now() > deadline) {
      await this.changes.settle(open, 'refused');
      return { accepted: false, reasons };
    }
    const left = this.room.begin(push.repository, growthBy(push.updates));
    this.pushes.begin(push.repository, push.id, branches, (done) => {
      left();
      void this.changes.settle(open, done ? 'done' : 'unknown').finally(over);
    });
    return { accepted: true };
  }

  /** Brings the catalogue in step with what was pushed. */
  async ended({ id, repository, kind, changed, done }: PushReport): Promise<void> {
    this.pushes.end(repository, id, done);
    const data = this.local.open({ uuid: repository, type: kind })?.data;
    if (data && changed) await this.defaults.follow(repository, data);
  }

  /** Who pushes, as he is now, or why nobody pushes any more. */
  private async writer({ principal, deadline, repository }: WholePush): Promise<WriterStanding | string> {
    const { requestId, standing, storage } = principal as TransferCaller;
    const writer = await this.writers.of({ requestId, deadline }, standing, repository);
    if (!writer) return 'the repository is deactivated';
    if (isLimitTighter(storage, storageOwnerOf(writer.row, writer.project))) return otherLimit;
    return writer.row.mirror === 'pull' ? followsAnother : writer;
  }

  /** Why a push is refused, whose pusher was looked at a while ago (`at`): others may have been waited for since. */
  private async reasons(push: WholePush, { abilities }: WriterStanding, at: number): Promise<RefRefusal[]> {
    const look = async (): Promise<Abilities> => {
      const now = await this.writer(push);
      if (typeof now === 'string') throw new NobodyPushes(now);
      return now.abilities;
    };
    const judge = (now: Abilities): Promise<Verdict> => this.judge(push, now);
    try {
      return await refusedNow({ judge, look, seen: { abilities, at }, deadline: push.deadline });
    } catch (error) {
      if (error instanceof NobodyPushes) return reasonsFor(push, error.message);
      throw error;
    }
  }

  /** Those about which it is, as `RefRules` has them. */
  private async branches({ repository: uuid, kind: type, updates }: WholePush): Promise<string[]> {
    const opened = this.local.open({ uuid, type });
    return opened ? this.rules.branchesOf(opened, updates) : [];
  }

  private judge(push: WholePush, abilities: Abilities): Promise<Verdict> {
    const { repository: uuid, updates, deadline, kind: type } = push;
    const opened = this.local.open({ uuid, type });
    if (!opened) throw new Error(`nothing is pushed to a repository of type ${type}`);
    const { company, account } = (push.principal as TransferCaller).standing;
    const reading = { owner: { company, account }, deadline };
    const together = opened.kind.changesTogether?.(updates);
    const judged = { uuid, ...opened, reading, together };
    return this.rules.judge(judged, updates, abilities, (refs) => push.forced(refs));
  }
}

/** Why nobody pushes to the repository any more. */
class NobodyPushes extends Error {}

/** A push of more changes is looked at before it is written down, too. */
const many = 1_000;

const moved = 'the repository has moved to another storage node, push again';

/** All others are refused. */
const isWritable = ({ sort }: RefUpdate): boolean => sort !== 'reserved' && sort !== 'malformed';

const reasonsFor = ({ updates }: WholePush, reason: string): RefRefusal[] =>
  updates.map(({ ref, name }) => ({ ref, name, rule: 'write_missing', reason }));

const refuseAll = (push: WholePush, reason: string): PushDecision => ({
  accepted: false,
  reasons: reasonsFor(push, reason),
});
