import { passSpan, within } from '@holdfast/kernel';
import type {
  ForeignWrite,
  LockAnswer,
  LockQuestion,
  OngoingTransfer,
  PushDecision,
  PushReport,
  SigningQuestion,
  StorageGate,
  TransferStanding,
  VcsKind,
  WholePush,
} from '@holdfast/vcs-spi';
import type { MainCalls } from './messages.js';
import { PushParts } from './push-parts.js';

/** Who decides about transfers in the main process. */
export interface MainGate {
  /** Says whether a transfer that was opened a while ago may go on. */
  stands(transfer: OngoingTransfer): Promise<TransferStanding>;
  /**
   * Says yes or no to a push whose objects have arrived. A failure, or silence until its deadline, is a no: "try
   * again".
   */
  decide(push: WholePush): Promise<PushDecision>;
  /** Hears what became of every push that was decided about, before the client hears the end of its answer. */
  pushed?(report: PushReport): Promise<void> | void;
  /** The exchange by which a repository came to this directory is over. `name`: of the attempt. */
  arrived?(arrival: { directory: string; name: string }): Promise<void>;
  /** Nobody will tell the end of those that are under way. */
  arrivalsLost?(): void;
  /** Answers what is asked about locks; absent: there are none. */
  locks?(transfer: OngoingTransfer, question: LockQuestion): Promise<LockAnswer>;
  /** Signs a commit; absent: none is signed. */
  sign?(question: SigningQuestion): string;
  /** Hears of the room that transfers need, and of writes; absent: every transfer has room. */
  storage?: StorageGate & {
    /** Nobody will tell the end of the transfers that are under way. */
    lost(): void;
  };
  log?(message: string, error?: unknown): void;
}

/** Which of the refs of a push lose commits, as its engine knows it; asked until the deadline of the push. */
type AskForced = (push: string, refs: readonly string[], deadline: number) => Promise<readonly string[]>;

const undecided: PushDecision = { accepted: false, reasons: [] };

const noLocks: LockAnswer = { refused: 'missing', reason: 'there are no locks here' };

/** What the main process answers the byte process, and which pushes it has let write. */
export class MainAnswers {
  private readonly kinds = new Map<string, VcsKind>();
  /** Accepted pushes whose writer runs, by the id of the push. */
  private readonly writing = new Map<string, ForeignWrite>();
  /** Those whose byte process is gone: they may go on until the next one has ended them. */
  private readonly orphaned: ForeignWrite[] = [];
  private readonly parts = new PushParts();

  constructor(
    private readonly gate: MainGate,
    private readonly forced: AskForced,
  ) {}

  /** The kinds whose memory must know of the pushes that pass here. */
  use(kinds: Iterable<VcsKind>): void {
    for (const kind of kinds) this.kinds.set(kind.id, kind);
  }

  /** The answers to one byte process. `isThere`: whether it can still hear them. */
  handlers(isThere: () => boolean): Omit<MainCalls, 'progressed'> {
    const { gate, parts } = this;
    return {
      stands: (transfer) => gate.stands(transfer),
      updates: ({ push, updates }) => parts.add(push, updates),
      decide: async (question) =>
        parts.begin(question.id, await this.decisionOf(parts.whole(question), isThere)),
      reasons: ({ push }) => parts.next(push),
      ended: (report) => this.ended(report),
      arrived: async (arrival) => gate.arrived?.(arrival),
      locks: ({ transfer, question }) => gate.locks?.(transfer, question) ?? Promise.resolve(noLocks),
      sign: (question) => {
        if (!gate.sign) throw new Error('no commit is signed here');
        return gate.sign(question);
      },
      room: (question) => gate.storage?.room(question) ?? Promise.resolve({ held: Number.MAX_SAFE_INTEGER }),
      left: ({ transfer }) => gate.storage?.left(transfer),
      wrote: ({ directories }) => directories.forEach((each) => gate.storage?.wrote(each)),
      spans: (ended) => ended.forEach(passSpan),
    };
  }

  /** The byte process is gone; its writers may not be. */
  lose(): void {
    this.orphaned.push(...this.writing.values());
    this.writing.clear();
    this.parts.clear();
    this.gate.storage?.lost();
    this.gate.arrivalsLost?.();
  }

  /** The next byte process is there: it has ended what the one before had left running. */
  replaced(): void {
    for (const write of this.orphaned.splice(0)) write.lost();
  }

  private async decisionOf(
    question: Omit<WholePush, 'forced'>,
    isThere: () => boolean,
  ): Promise<PushDecision> {
    const { id, kind, directory, deadline } = question;
    const forced = async (refs: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(refs.length === 0 ? [] : await this.forced(id, refs, deadline));
    try {
      const deciding = this.gate.decide({ ...question, forced });
      const decision = await within(deadline - Date.now(), deciding, () => undecided);
      // From here until the report the refs of the directory may change at any moment. A hook whose byte
      // process has gone takes its silence for a no.
      if (decision.accepted && !this.parts.isAsked(id)) return undecided;
      const repository = decision.accepted && isThere() ? this.kinds.get(kind)?.open(directory) : undefined;
      if (repository) this.writing.set(id, repository.foreignWrite());
      return decision;
    } catch (error) {
      this.gate.log?.('a push could not be decided', error);
      return undecided;
    }
  }

  private async ended(report: PushReport): Promise<void> {
    this.parts.end(report.id);
    const { trouble, directory } = report;
    if (trouble !== undefined) this.gate.log?.(`after a push to ${directory}`, trouble);
    try {
      await this.gate.pushed?.(report);
    } catch (error) {
      this.gate.log?.('the report of a push was not taken', error);
    } finally {
      this.writing.get(report.id)?.end();
      this.writing.delete(report.id);
    }
  }
}
