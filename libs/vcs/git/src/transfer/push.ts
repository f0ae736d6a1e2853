import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { within } from '@holdfast/kernel';
import type { PushAnswer, RefRefusal, RefUpdate, TransferGrant } from '@holdfast/vcs-spi';
import type { PushRoom } from '@holdfast/vcs-spi/engine';
import { longRead } from '../process/long-read.js';
import type { WrittenRef } from '../refs/lasting-refs.js';
import { readRef } from '../refs/ref-files.js';
import { writtenFiles } from '../refs/written-files.js';
import type { CommandScan } from './command-scan.js';
import { forcedUpdates } from './forced-updates.js';
import { acceptByHook, refuseByHook } from './hook-answer.js';
import { misplaced } from './misplaced-refs.js';
import { unwritable, type Unwritable } from './pushed-objects.js';
import type { PushedSizes } from '../packs/pushed-sizes.js';
import { each, joined, linesOf, noRoom, tooLarge, undecided } from './push-reasons.js';
import { witnessesOf } from './push-witnesses.js';
import { changedIds, newIds, PushedUpdates } from './pushed-updates.js';
import { begun, readQuestion, type HookQuestion } from './pre-receive.hook.js';
import { isOfFiles, timeToRead, type SlowLook } from './slow-objects.js';
import { isForUpkeep, noPack } from './slow-packs.js';
import type { TransferParts } from './transfer-parts.js';
import { UnbornHead } from './unborn-head.js';

/** Pushes of more commands than this (bytes) are decided one after another: their questions fill memory. */
const longList = 64 << 10;
const unwritten = 'the disk of the server could not be written, try again';

/** The decision about one push, from the question of git's hook to the report of what became of it. */
export class Push {
  accepted = false;
  /** Bytes of its commits and tags. */
  texts = 0;
  /** git took a while to read what its references are to name. */
  isLongRead = false;
  /** What an accepted push changes; undefined where it is much. */
  written: readonly WrittenRef[] | undefined;
  /** Why its references could not be brought to the disk, in one line: none of them was changed then. */
  failure: string | undefined;
  /** Hears that git has begun to ask about the push, or never will. */
  asks: () => void = () => undefined;
  /** Hears that the push is accepted, before git does. */
  accepts: () => void = () => undefined;
  /** Hears of what git waits for us, which its client cannot hurry. */
  waits: (work: Promise<void>) => void = () => undefined;
  private readonly id = randomUUID();
  private readonly head: UnbornHead;
  private asked = false;
  private pack = noPack;
  /** Some of the updates, which are kept until the report. */
  private witnesses: RefUpdate[] = [];

  constructor(
    private readonly grant: TransferGrant,
    private readonly parts: Pick<
      TransferParts,
      'gate' | 'processes' | 'limits' | 'longQuestions' | 'slowTips' | 'slowPacks' | 'answersDirectory'
    >,
    private readonly scan: CommandScan,
    private readonly room: PushRoom,
    /** Its references are brought to the disk together. */
    private readonly isMany: boolean,
  ) {
    this.head = new UnbornHead(parts.processes, grant.directory);
  }

  /** Answers the hook at the other end of the socket; returns when the socket has been answered or closed. */
  async attend(socket: Socket): Promise<void> {
    await begun(socket);
    this.asks();
    const { listBytes } = this.scan;
    const place =
      listBytes > longList ? await this.parts.longQuestions.enter(this.grant.owner, listBytes) : undefined;
    try {
      const question = await readQuestion(socket, place?.space ?? Buffer.allocUnsafe(listBytes));
      // Without an answer the hook says no.
      if (question) await this.answer(socket, question);
      else socket.destroy();
    } finally {
      place?.leave();
    }
  }

  /** Call it when git has ended. Sets HEAD after a first push, and tells what became of the push. */
  async end(): Promise<void> {
    if (!this.asked) return;
    const { id, grant, isWritten, accepted } = this;
    const { kind, directory, repository, principal } = grant;
    const trouble = isWritten ? await this.follow() : undefined;
    // Where nobody knows, others look in vain once.
    const changed = isWritten && (await this.outcome().catch(() => true));
    if (isWritten) this.parts.slowPacks.came(directory, this.pack.bytes);
    await rm(this.answerFile, { force: true });
    const report = { id, kind, directory, repository, principal, accepted, changed };
    await this.parts.gate.ended({ ...report, ...(trouble !== undefined && { trouble }) });
  }

  /** It has brought what git may read slowly until it is packed anew. */
  get isForUpkeep(): boolean {
    return this.isWritten && isForUpkeep(this.pack);
  }

  /** It was accepted, and git was to change its references. */
  get isWritten(): boolean {
    return this.accepted && this.failure === undefined;
  }

  private get answerFile(): string {
    return join(this.parts.answersDirectory, this.id);
  }

  private async answer(socket: Socket, question: HookQuestion): Promise<void> {
    this.asked = true;
    const updates = new PushedUpdates(question.commands, this.scan.reserved);
    this.witnesses = witnessesOf(updates);
    try {
      const decision = await this.decisionOf(updates, question);
      this.accepted = decision.accepted;
      if (decision.accepted) {
        if (!this.isMany) this.written = [...updates].map(writtenRef);
        this.accepts();
        acceptByHook(socket, this.isMany ? () => this.bring() : undefined);
      } else
        await refuseByHook(socket, linesOf(decision.reasons), this.answerFile).catch(() =>
          refuseByHook(socket, [undecided], this.answerFile),
        );
    } finally {
      updates.close();
    }
  }

  /** Brings all its references to the disk, before one of them is what it was changed to. */
  private async bring(): Promise<void> {
    const brought = this.parts.processes.syncDisk(this.grant.directory);
    this.waits(brought);
    try {
      await brought;
    } catch (error) {
      this.failure = unwritten;
      throw error;
    }
  }

  /** The deadline of all that is asked for it begins here. */
  private async decisionOf(updates: PushedUpdates, question: HookQuestion): Promise<PushAnswer> {
    const { deciding } = this.parts.limits;
    const no: PushAnswer = { accepted: false, reasons: [] };
    const decision = this.decide(updates, question, Date.now() + deciding);
    return within(deciding, decision, () => no).catch(() => no);
  }

  private async decide(
    updates: PushedUpdates,
    question: HookQuestion,
    deadline: number,
  ): Promise<PushAnswer> {
    const { kind, directory, repository, principal } = this.grant;
    // A push without a pack, of deletions for instance, has no quarantine.
    const objects = question.quarantine.GIT_QUARANTINE_PATH;
    const full = objects ? await this.room.refusalOfObjects(objects) : undefined;
    if (full !== undefined) return { accepted: false, reasons: each(updates, noRoom(full)) };
    await this.head.look();
    const forced = (refs: readonly string[]) => this.forced(refs, updates, question, deadline);
    const { id } = this;
    const { options } = question;
    const push = { id, kind, directory, repository, principal, updates, options, deadline, forced };
    const { limits } = this.parts;
    const environment = objects ? question.quarantine : {};
    const isQuick = await isOfFiles(updates, objects);
    const at = {
      ...{ directory, environment, work: limits.naming },
      // Of several steps in a row each has what is left.
      get timeout() {
        return Math.max(1, deadline - Date.now());
      },
    };
    const looked = this.look(updates, at, objects, isQuick ? undefined : changedIds(updates));
    looked.catch(() => undefined); // it is awaited below
    // Nobody looks at the rights of who pushes after the decision: what may take long is done before it.
    if (!isQuick) await looked;
    const [decision, { sizes, slow, failing }] = await Promise.all([this.parts.gate.decide(push), looked]);
    this.texts = sizes.texts;
    const large = tooLarge(sizes, limits) ?? slow;
    if (decision.accepted && large) return { accepted: false, reasons: each(updates, large) };
    if (failing.some(({ count }) => count > 0))
      return { accepted: false, reasons: joined(decision, failing) };
    if (!decision.accepted) return decision;
    // Nobody keeps room from others by what would be refused.
    const noFiles = await this.room.refusalOfFiles(writtenFiles(updates));
    return noFiles === undefined ? decision : { accepted: false, reasons: each(updates, noRoom(noFiles)) };
  }

  /** `objects`: where those of the push lie, if it has some. `named`: what git may read slowly; absent: nothing. */
  private async look(
    updates: PushedUpdates,
    at: SlowLook,
    objects: string | undefined,
    named: Iterable<string> | undefined,
  ): Promise<LookedAt> {
    const { processes, slowTips, slowPacks } = this.parts;
    const { directory, environment, timeout } = at;
    const [pack, unnamed, lost, first] = await Promise.all([
      objects ? slowPacks.look(objects, at, this.grant.owner) : noPack,
      unwritable(processes, directory, updates, environment, timeout),
      misplaced(directory, updates),
      timeToRead(processes, named ?? [], at),
    ]);
    const times = [first, await timeToRead(processes, unnamed.passed ?? [], at)];
    const { sizes } = pack;
    const asked = { times, texts: sizes.texts, tips: () => newIds(updates) };
    const tips = named === undefined ? undefined : await slowTips.refusalOf(asked, at);
    this.pack = pack;
    const slow = pack.refusal ?? tips;
    this.isLongRead = !slow && (pack.hasSlowTexts || times.some(({ worked }) => worked > longRead));
    return { sizes, slow, failing: [unnamed, lost] };
  }

  private forced(
    refs: readonly string[],
    updates: PushedUpdates,
    { quarantine }: HookQuestion,
    deadline: number,
  ): Promise<ReadonlySet<string>> {
    const { processes } = this.parts;
    return forcedUpdates(processes, this.grant.directory, refs, updates, quarantine, deadline);
  }

  /** Answers why HEAD does not follow now, in one line: then it follows the next push. */
  private follow(): Promise<string | undefined> {
    const why = (error: unknown): string => `HEAD could not be written: ${String(error)}`;
    return this.head.follow().then(() => undefined, why);
  }

  private async outcome(): Promise<boolean> {
    for (const { ref, new: next } of this.witnesses)
      if ((await readRef(this.grant.directory, ref)) === next) return true;
    return this.scan.commands > this.witnesses.length;
  }
}

interface LookedAt {
  sizes: PushedSizes;
  /** Why all are refused for how long git would read, if they are. */
  slow: ((update: RefUpdate) => RefRefusal) | undefined;
  failing: readonly Unwritable[];
}

const writtenRef = ({ ref, new: next }: RefUpdate): WrittenRef => ({ ref, isGone: next === undefined });
