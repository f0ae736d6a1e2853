import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { OpenedTransfer } from '@holdfast/contracts';
import { recordsSpans, within } from '@holdfast/kernel';
import { loopbackPlace, toldOf } from '@holdfast/platform/byte-ports';
import { VcsRefusal, type EngineLink, type LongWork, type VcsKind } from '@holdfast/vcs-spi';
import { callDeadline, timeOf } from './call-time.js';
import { forkByteProcess, peerOf, type ForkSettings } from './fork-byte-process.js';
import { IpcChannel } from './ipc-channel.js';
import { hearWork } from './long-works.js';
import { MainAnswers, type MainGate } from './main-answers.js';
import type { Copying } from './copying.js';
import type {
  ByteCalls,
  ByteGrant,
  ByteHealth,
  ByteLoad,
  ByteSettings,
  Departing,
  EngineQuestion,
  MainCalls,
} from './messages.js';
import type { Occupants } from './occupancy.js';
import { watchSilence, type SilencePatience } from './silence.js';

/** The state directory is on the storage node's own disk. */
export interface ByteProcessOptions extends MainGate, Partial<ForkSettings>, Omit<ByteSettings, 'path'> {
  entry: string;
  /** After how much silence it is replaced; usually half a minute. */
  silence?: SilencePatience;
  /** How long a call waits for a byte process that is being started again (ms). */
  patience?: number;
}

/** A round carries as much as there is (ms). */
const longestCopy = 7 * 24 * 60 * 60_000;
/** A machine that has just started everything else too is slow to read the programs from its disk (ms). */
const startDeadline = 60_000;
const usualPatience = 10_000;

interface Running {
  channel: IpcChannel<ByteCalls>;
  address: string;
}

/** Keeps the byte process running and speaks with it. Construct it, make kinds by `link`, `use` them, `start`. */
export class ByteProcess {
  private readonly answers: MainAnswers;
  private child: ChildProcess | undefined;
  private ready: Promise<Running> | undefined;
  private stopping = false;
  private failures = 0;
  private restarts = 0;
  /** Who waits for long work, by its name. */
  private readonly works = new Map<string, LongWork>();

  constructor(private readonly options: ByteProcessOptions) {
    this.answers = new MainAnswers(options, (push, refs, deadline) =>
      this.call('forced', { push, refs }, deadline - Date.now()),
    );
  }

  /** The way of a kind to its engine. Can be made before the start. */
  link(kind: string): EngineLink {
    return {
      call: (operation, input) => this.call('engine', { kind, operation, input }, timeOf(input)),
      work: (operation, input, waiting) => this.work({ kind, operation, input }, waiting),
    };
  }

  /** The kinds whose memory must know of the pushes that pass here. */
  use(kinds: Iterable<VcsKind>): void {
    this.answers.use(kinds);
  }

  /** Resolves when transfers can be opened; rejects when the process does not come up at all. */
  async start(): Promise<void> {
    this.ready = this.launch();
    try {
      await this.ready;
    } catch (error) {
      this.stopping = true;
      throw error;
    }
  }

  /** `reads`: those of the same sort that follow need no ticket for a while. */
  async open(grant: ByteGrant, reads = false): Promise<OpenedTransfer> {
    const { address } = await this.running();
    return { address, ...(await this.call('open', { grant, reads })) };
  }

  async health(): Promise<
    (ByteHealth & { ready: true; restarts: number }) | { ready: false; restarts: number }
  > {
    const { restarts } = this;
    try {
      return { ready: true, restarts, ...(await this.call('health', {}, 5000)) };
    } catch {
      return { ready: false, restarts };
    }
  }

  /** What it is at. Rejects when it does not answer. */
  load(): Promise<ByteLoad> {
    return this.call('load', {}, 1_000);
  }

  /** Who is at work in a repository (uuid). */
  occupants(repository: string): Promise<Occupants> {
    return this.call('occupants', { repository }, 5000);
  }

  /** Breaks off who may write to it. */
  endWrites(repository: string): Promise<void> {
    return this.call('endWrites', { repository }, 5000);
  }

  /** Copies a repository to another node. It is over when `end` has been called on what this answers. */
  async depart(asked: Departing): Promise<Copying> {
    const { name } = asked;
    await this.call('depart', asked);
    return {
      round: () => this.call('copy', { name }, longestCopy),
      copied: () => this.call('copied', { name }, 5000),
      place: () => this.call('place', { name }),
      end: () => this.call('depose', { name }, 5000),
    };
  }

  /** Transfers under way. Rejects when the process does not answer. */
  busy(): Promise<number> {
    return this.call('busy', {}, 5000);
  }

  /** Lets transfers under way take `grace` ms more. Resolves when the process has ended. */
  async stop(grace = 3000): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), grace + 8000);
    await this.call('stop', { grace }, grace + 8000).catch(() => undefined);
    if (child.connected) child.disconnect();
    await gone;
    clearTimeout(timer);
  }

  private async call<Name extends keyof ByteCalls>(
    name: Name,
    input: Parameters<ByteCalls[Name]>[0],
    deadline = callDeadline,
  ): Promise<Awaited<ReturnType<ByteCalls[Name]>>> {
    const { channel } = await this.running();
    return channel.call(name, input, deadline);
  }

  private async work(question: EngineQuestion, waiting: LongWork): Promise<unknown> {
    const { signal } = waiting;
    signal.throwIfAborted();
    const work = randomUUID();
    const end = (): void => void this.call('endWork', { work }).catch(() => undefined);
    this.works.set(work, waiting);
    signal.addEventListener('abort', end, { once: true });
    try {
      return await this.call('work', { ...question, work }, Infinity);
    } finally {
      signal.removeEventListener('abort', end);
      this.works.delete(work);
    }
  }

  private async running(): Promise<Running> {
    if (!this.ready) throw new VcsRefusal('unavailable', 'the byte process has not been started');
    return within(this.options.patience ?? usualPatience, this.ready, () => {
      throw new VcsRefusal('unavailable', 'the byte process is not there');
    });
  }

  private async launch(): Promise<Running> {
    const { stateDirectory, path = '/usr/local/bin:/usr/bin:/bin', limits, disk, bodies } = this.options;
    const { bytes = loopbackPlace, peers } = this.options;
    this.child = undefined;
    const child = forkByteProcess({ ...this.options, path });
    this.child = child;
    const channel = new IpcChannel<ByteCalls>(peerOf(child), {
      ...this.answers.handlers(() => child.connected),
      progressed: ({ work, said }) => hearWork(this.works.get(work), said),
    } satisfies MainCalls);
    let working: number | undefined;
    child.once('error', (error) => this.options.log?.('the byte process could not be started', error));
    child.once('exit', (code, signal) => {
      this.answers.lose();
      if (this.child === child)
        this.again(Date.now() - (working ?? Date.now()), `the byte process ended (${signal ?? code})`);
      if (working === undefined) channel.close();
      else void this.replaced().finally(() => channel.close());
    });
    try {
      const settings: ByteSettings = {
        ...{ stateDirectory, path },
        ...(limits && { limits }),
        ...(disk && { disk }),
        ...(bodies === undefined ? {} : { bodies }),
        ...{ bytes, ...(peers && { peers }), traced: recordsSpans() },
      };
      const { port } = await channel.call('configure', settings, startDeadline);
      working = Date.now();
      this.answers.replaced();
      const hangs = (): void => {
        this.options.log?.('the byte process does not answer; it is replaced');
        child.kill('SIGKILL');
      };
      child.once(
        'exit',
        watchSilence(() => channel.call('busy', {}, Infinity), hangs, this.options.silence),
      );
      return { channel, address: toldOf(bytes, port) };
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** What it was asked may go on in programs that it had started, until the next one has ended them. */
  private async replaced(): Promise<void> {
    if (this.stopping || !this.ready) return;
    const ignored = (): void => undefined;
    await within(this.options.patience ?? usualPatience, this.ready.then(ignored, ignored), ignored);
  }

  /** Starts it again: at once after a good run, later and later while it fails. `worked`: milliseconds. */
  private again(worked: number, reason: string): void {
    if (this.stopping) return;
    this.failures = worked >= 10_000 ? 0 : this.failures + 1;
    this.restarts += 1;
    this.options.log?.(reason);
    const delay = this.failures === 0 ? 0 : Math.min(50 * 2 ** this.failures, 5000);
    const next = new Promise((resolve) => setTimeout(resolve, delay)).then(() => {
      if (this.stopping) throw new VcsRefusal('unavailable', 'the byte process is stopping');
      return this.launch();
    });
    next.catch((error: unknown) => {
      this.options.log?.('the byte process did not start', error);
      // Where there was no room for another process none has begun, whose end would be told.
      if (this.child?.pid === undefined) this.again(0, 'the byte process is started again');
    });
    this.ready = next;
  }
}
