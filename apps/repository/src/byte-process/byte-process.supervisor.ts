import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { OpenedTransfer } from '@holdfast/contracts';
import {
  VcsRefusal,
  type EngineLink,
  type ForeignWrite,
  type OngoingTransfer,
  type PushDecision,
  type PushReport,
  type StorageGate,
  type TransferGrant,
  type TransferStanding,
  type VcsKind,
  type WholePush,
} from '@holdfast/vcs-spi';
import { IpcChannel } from './ipc-channel.js';
import type { ByteHealth, MainCalls } from './messages.js';
import { PushParts } from './push-parts.js';
import type { EnginesSettings } from './vcs-engines.js';
import { yieldToOthers } from './yield-to-others.js';

export interface ByteProcessOptions {
  /** Where the engines keep what they need for themselves, absolute, on the storage node's own disk. */
  stateDirectory: string;
  /** The search path for git and the like. */
  path?: string;
  limits?: EnginesSettings['limits'];
  /** Most bytes of data of the byte process, and of each program that it runs; absent: any number. */
  memory?: number;
  /** Says whether a transfer that was opened a while ago may go on. */
  stands(transfer: OngoingTransfer): Promise<TransferStanding>;
  /** Says yes or no to a push whose objects have arrived. A failure, or 10 s of silence, is a no: "try again". */
  decide(push: WholePush): Promise<PushDecision>;
  /** Hears what became of every push that was decided about, before the client hears the end of its answer. */
  pushed?(report: PushReport): Promise<void> | void;
  /** Hears of the room that transfers need, and of writes; absent: every transfer has room. */
  storage?: StorageGate & {
    /** Nobody will tell the end of the transfers that are under way. */
    lost(): void;
  };
  log?(message: string, error?: unknown): void;
  /** The program; for tests, which run from the sources. */
  entry?: string;
}

const decisionDeadline = 10_000;
const callDeadline = 60_000;
const startDeadline = 20_000;
/** How long a call waits for a byte process that is being started again (ms). */
const patience = 10_000;

/**
 * Packs pass in buffers of 64 KiB. Memory that goes back to the system after each costs as much again as carrying
 * them; this much stays (glibc's names, bytes).
 */
const keepFreedMemory = { MALLOC_TRIM_THRESHOLD_: '67108864', MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * Buffers are as short-lived as the objects that hold them, which are small: the fewer of those wait to be collected
 * (MiB), the fewer buffers do.
 */
const options = ['--max-semi-space-size=2'];

/**
 * A shell sets the limit (KiB), which all that the byte process starts inherits, and becomes node. Where no limit can
 * be set there is none.
 */
const withLimit = (memory: number) => ({
  execPath: '/bin/sh',
  execArgv: [
    '-c',
    'ulimit -d "$0" 2>/dev/null; exec "$@"',
    String(Math.floor(memory / 1024)),
    process.execPath,
    ...options,
  ],
});

interface Running {
  channel: IpcChannel;
  address: string;
}

/**
 * Keeps the byte process running and speaks with it. Order of use: construct it, make the kinds with
 * `link(id)`, hand them to `use`, then `start`.
 */
export class ByteProcess {
  private readonly kinds = new Map<string, VcsKind>();
  /** Accepted pushes whose writer runs, by the id of the push. */
  private readonly writing = new Map<string, ForeignWrite>();
  private readonly parts = new PushParts();
  private child: ChildProcess | undefined;
  private ready: Promise<Running> | undefined;
  private stopping = false;
  private failures = 0;
  private restarts = 0;

  constructor(private readonly options: ByteProcessOptions) {}

  /** The way of a kind to its engine. Can be made before the start. */
  link(kind: string): EngineLink {
    return { call: (operation, input) => this.call('engine', { kind, operation, input }) };
  }

  /** The kinds whose memory must know of the pushes that pass here. */
  use(kinds: Iterable<VcsKind>): void {
    for (const kind of kinds) this.kinds.set(kind.id, kind);
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

  async open(grant: TransferGrant): Promise<OpenedTransfer> {
    const { address } = await this.running();
    return { address, ticket: (await this.call('open', grant)) as string };
  }

  async health(): Promise<
    (ByteHealth & { ready: true; restarts: number }) | { ready: false; restarts: number }
  > {
    const { restarts } = this;
    try {
      return { ready: true, restarts, ...((await this.call('health', {}, 5000)) as ByteHealth) };
    } catch {
      return { ready: false, restarts };
    }
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

  private async call(name: string, input: unknown, deadline = callDeadline): Promise<unknown> {
    const { channel } = await this.running();
    return channel.call(name, input, deadline);
  }

  private async running(): Promise<Running> {
    if (!this.ready) throw new VcsRefusal('unavailable', 'the byte process has not been started');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new VcsRefusal('unavailable', 'the byte process is not there');
      timer = setTimeout(() => reject(error), patience);
    });
    return Promise.race([this.ready, late]).finally(() => clearTimeout(timer));
  }

  private async launch(): Promise<Running> {
    const { stateDirectory, path = '/usr/local/bin:/usr/bin:/bin', limits, memory } = this.options;
    const entry = this.options.entry ?? fileURLToPath(new URL('./main.js', import.meta.url));
    // A written environment: the byte process has no business with our credentials.
    const child = fork(entry, [], {
      ...(memory === undefined ? { execArgv: options } : withLimit(memory)),
      env: { PATH: path, ...keepFreedMemory },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    yieldToOthers(child);
    this.child = child;
    const channel = new IpcChannel(
      {
        send: (message, done) => {
          if (child.connected) child.send(message as object, done);
          else done(new Error('disconnected'));
        },
        onMessage: (take) => child.on('message', take),
      },
      this.handlers(() => child.connected),
    );
    let working: number | undefined;
    child.once('error', (error) => this.options.log?.('the byte process could not be started', error));
    child.once('exit', (code, signal) => {
      channel.close();
      this.lose();
      if (this.child === child)
        this.again(Date.now() - (working ?? Date.now()), `the byte process ended (${signal ?? code})`);
    });
    try {
      const settings: EnginesSettings = { stateDirectory, path, ...(limits ? { limits } : {}) };
      const configured = channel.call('configure', settings, startDeadline);
      const { port } = (await configured) as { port: number };
      working = Date.now();
      return { channel, address: `http://127.0.0.1:${port}` };
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
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
    next.catch((error: unknown) => this.options.log?.('the byte process did not start', error));
    this.ready = next;
  }

  private handlers(isThere: () => boolean): MainCalls {
    return {
      stands: (transfer) => this.options.stands(transfer),
      updates: ({ push, updates }) => this.parts.add(push, updates),
      decide: async (question) =>
        this.parts.begin(question.id, await this.decide(this.parts.whole(question), isThere)),
      reasons: ({ push }) => this.parts.next(push),
      ended: async (report) => {
        this.parts.end(report.id);
        try {
          await this.options.pushed?.(report);
        } catch (error) {
          this.options.log?.('the report of a push was not taken', error);
        } finally {
          this.writing.get(report.id)?.end();
          this.writing.delete(report.id);
        }
      },
      room: (question) =>
        this.options.storage?.room(question) ?? Promise.resolve({ held: Number.MAX_SAFE_INTEGER }),
      left: ({ transfer }) => this.options.storage?.left(transfer),
      wrote: ({ directories }) => directories.forEach((each) => this.options.storage?.wrote(each)),
    };
  }

  private async decide(question: Omit<WholePush, 'forced'>, isThere: () => boolean): Promise<PushDecision> {
    const forced = async (refs: readonly string[]): Promise<ReadonlySet<string>> =>
      refs.length === 0
        ? new Set()
        : new Set((await this.call('forced', { push: question.id, refs })) as string[]);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PushDecision>((resolve) => {
      timer = setTimeout(() => resolve({ accepted: false, reasons: [] }), decisionDeadline);
    });
    try {
      const decision = await Promise.race([this.options.decide({ ...question, forced }), late]);
      // From here until the report the refs of the directory may change at any moment. A hook whose byte
      // process has gone takes its silence for a no.
      const repository =
        decision.accepted && isThere() ? this.kinds.get(question.kind)?.open(question.directory) : undefined;
      if (repository) this.writing.set(question.id, repository.foreignWrite());
      return decision;
    } catch (error) {
      this.options.log?.('a push could not be decided', error);
      return { accepted: false, reasons: [] };
    } finally {
      clearTimeout(timer);
    }
  }

  /** The byte process is gone; its writers may not be. */
  private lose(): void {
    for (const write of this.writing.values()) write.lost();
    this.writing.clear();
    this.parts.clear();
    this.options.storage?.lost();
  }
}
