import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  refusal,
  type PushDecision,
  type Refusal,
  type RefUpdate,
  type TransferGrant,
} from '@holdfast/vcs-spi';
import { readHead, readNamed, readRef, readRefs, type Refs } from '../refs/ref-files.js';
import { isReserved, refUpdate } from '../refs/ref-name.js';
import { commandBytes } from './command-scan.js';
import { unpackedSize, unwritable } from './pushed-objects.js';
import type { PushRoom } from './push-room.js';
import { answerHook, readQuestion, type HookQuestion } from './pre-receive.hook.js';
import type { TransferParts } from './transfer-parts.js';

/** The engine's own limit for an answer of the main process (ms); that has a shorter one. */
const decisionDeadline = 30_000;
/** Pushes of more refs than this are decided one after another: their questions fill memory. */
const manyRefs = 1000;
const none = '0'.repeat(40);
const undecided = 'the server could not decide about this push, try again';

/** The decision about one push, from the question of git's hook to the report of what became of it. */
export class Push {
  accepted = false;
  /** The most that its objects can be, unpacked (bytes); asked once they are here. */
  weight: () => number = () => Infinity;
  private readonly id = randomUUID();
  private asked = false;
  private unborn = false;
  private updates: RefUpdate[] = [];
  private readonly hidden: string[] = [];
  private seen = 0;

  constructor(
    private readonly grant: TransferGrant,
    private readonly parts: Pick<TransferParts, 'gate' | 'processes' | 'limits' | 'bigQuestions'>,
    private readonly room?: PushRoom,
  ) {}

  /** A ref that the client wants to change, as read from the request. */
  sawRef(ref: string): void {
    this.seen += 1;
    if (isReserved(ref)) this.hidden.push(ref);
  }

  /** Answers the hook at the other end of the socket; returns when the socket has been answered or closed. */
  async attend(socket: Socket): Promise<void> {
    await begun(socket);
    const leave = this.seen > manyRefs ? await this.parts.bigQuestions.enter() : undefined;
    try {
      const question = await readQuestion(socket, commandBytes(this.parts.limits));
      // Without an answer the hook says no.
      if (question) await this.answer(socket, question);
      else socket.destroy();
    } finally {
      leave?.();
    }
  }

  /** Call it when git has ended. Sets HEAD after a first push, and tells what became of the push. */
  async end(): Promise<void> {
    if (!this.asked) return;
    const { id, grant } = this;
    const { kind, directory, repository, principal } = grant;
    const updates = await this.outcome().catch(() =>
      this.updates.map((update) => ({ ...update, applied: false })),
    );
    await this.parts.gate.ended({
      id,
      kind,
      directory,
      repository,
      principal,
      accepted: this.accepted,
      updates,
    });
  }

  private async answer(socket: Socket, question: HookQuestion): Promise<void> {
    this.asked = true;
    this.updates = this.updatesOf(question.commands);
    // They may be many, and are told by the updates now.
    question.commands = [];
    const decision = await this.decide(question);
    this.accepted = decision.accepted;
    answerHook(socket, decision.accepted, decision.accepted ? [] : linesOf(decision.reasons));
  }

  private updatesOf(commands: HookQuestion['commands']): RefUpdate[] {
    const told = commands.map((command) => refUpdate(command.old, command.new, command.ref));
    if (this.hidden.length === 0) return told;
    const known = new Set(told.map(({ ref }) => ref));
    // git does not tell its hook about hidden refs. What they were to become does not matter.
    const hidden = this.hidden.filter((ref) => !known.has(ref)).map((ref) => refUpdate(none, none, ref));
    return [...told, ...hidden];
  }

  private async decide(question: HookQuestion): Promise<PushDecision> {
    const { kind, directory, repository, principal } = this.grant;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PushDecision>((resolve) => {
      timer = setTimeout(() => resolve({ accepted: false, reasons: [] }), decisionDeadline);
    });
    try {
      // A push without a pack, of deletions for instance, has no quarantine.
      const objects = question.quarantine.GIT_QUARANTINE_PATH;
      const full = objects ? await this.room?.refusalOfObjects(objects) : undefined;
      if (full !== undefined) return { accepted: false, reasons: this.updates.map(noRoom(full)) };
      this.unborn = await isUnborn(directory);
      const forced = (refs: readonly string[]) => this.forced(refs, question);
      const { id, updates } = this;
      const { options } = question;
      const push = { id, kind, directory, repository, principal, updates, options, forced };
      const { processes, limits } = this.parts;
      const heavy = objects && this.weight() > limits.pushUnpacked;
      const [decision, size, failing] = await Promise.all([
        Promise.race([this.parts.gate.decide(push), late]),
        heavy ? unpackedSize(processes, directory, objects, decisionDeadline) : 0,
        unwritable(processes, directory, updates, question.quarantine, decisionDeadline),
      ]);
      if (decision.accepted && size > limits.pushUnpacked)
        return { accepted: false, reasons: updates.map((update) => refusal(update, 'too_large')) };
      if (failing.length === 0) return decision;
      const reasons = decision.accepted ? [] : decision.reasons;
      const told = new Set(reasons.map(({ ref }) => ref));
      return { accepted: false, reasons: [...reasons, ...failing.filter(({ ref }) => !told.has(ref))] };
    } catch {
      return { accepted: false, reasons: [] };
    } finally {
      clearTimeout(timer);
    }
  }

  private async forced(refs: readonly string[], { quarantine }: HookQuestion): Promise<ReadonlySet<string>> {
    const wanted = new Set(refs);
    const forced = new Set<string>();
    for (const { ref, old, new: next } of this.updates) {
      if (!wanted.has(ref) || old === undefined || next === undefined) continue;
      const { code } = await this.parts.processes.run(
        {
          command: 'merge-base',
          directory: this.grant.directory,
          flags: ['--is-ancestor'],
          values: [old, next],
        },
        { environment: quarantine, timeout: decisionDeadline },
      );
      // Anything but a clear yes, an id that is no commit for instance, counts as forced.
      if (code !== 0) forced.add(ref);
    }
    return forced;
  }

  private async outcome(): Promise<(RefUpdate & { applied: boolean })[]> {
    if (!this.accepted) return this.updates.map((update) => ({ ...update, applied: false }));
    const { directory } = this.grant;
    if (this.unborn) await this.adoptHead((await readRefs(directory)).refs);
    const now = await readNamed(
      directory,
      this.updates.map(({ ref }) => ref),
    );
    return this.updates.map((each) => ({ ...each, applied: now.get(each.ref) === each.new }));
  }

  /** HEAD of an empty repository follows the first push. */
  private async adoptHead({ branches }: Refs): Promise<void> {
    const { directory } = this.grant;
    const head = await readHead(directory);
    if (head !== undefined && branches.get(head)) return;
    const name = ['main', 'master'].find((each) => branches.get(each)) ?? branches.page(0, 1)[0]?.id;
    if (name === undefined) return;
    await this.parts.processes.run({
      command: 'symbolic-ref',
      directory,
      values: ['HEAD', `refs/heads/${name}`],
    });
  }
}

const noRoom =
  (reason: string) =>
  ({ ref, name }: RefUpdate): Refusal => ({ ref, name, rule: 'no_room', reason });

async function isUnborn(directory: string): Promise<boolean> {
  const head = await readHead(directory);
  if (head !== undefined && (await readRef(directory, `refs/heads/${head}`))) return false;
  return (await readRefs(directory)).refs.branches.size === 0;
}

/** Resolves when the hook has begun to ask, or never will. */
function begun(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('readable', done).off('close', done).off('error', done);
      resolve();
    };
    socket.on('readable', done).on('close', done).on('error', done);
  });
}

/** What the client reads after `remote:`, a line for each refused ref. */
function linesOf(reasons: readonly { name: string; reason: string }[]): string[] {
  return reasons.length === 0 ? [undecided] : reasons.map(({ name, reason }) => `${name}: ${reason}`);
}
