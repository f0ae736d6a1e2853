import type { IncomingMessage, ServerResponse } from 'node:http';
import { fairPlaces } from '@holdfast/kernel';
import {
  isIncomingCall,
  isRemoteDeed,
  type CareQuestion,
  type EngineSettings,
  type LongWork,
  type Reading,
  type RemoteTask,
  type TransferGrant,
  type VcsEngine,
  VcsRefusal,
} from '@holdfast/vcs-spi';
import {
  BodyFailure,
  ChildProcesses,
  claimState,
  MemoryBudget,
  PartedAnswers,
  RemoteDesk,
  RepositoryTurns,
  refuseFullDisk,
} from '@holdfast/vcs-spi/engine';
import { ContentTransfer } from './content/content-transfer.js';
import { sessionRequest } from './door/mercurial-commands.js';
import { isOther, isReading, isWriting } from './mercurial.operations.js';
import { mercurialTraits } from './mercurial.traits.js';
import { MercurialRemotes } from './remote/mercurial-remotes.js';
import { usualMercurialLimits, type MercurialLimits } from './transfer/mercurial-limits.js';
import { PushQuestions } from './transfer/push-questions.js';
import { PushWork } from './worker/push-work.js';
import { SessionTransfer } from './transfer/session-transfer.js';
import { WireTransfer } from './transfer/wire-transfer.js';
import { RepositoryCare } from './upkeep/repository-care.js';
import { EnginePlace, gateSocket } from './worker/engine-place.js';
import { Elsewhere } from './worker/elsewhere.js';
import { OwnPrograms } from './worker/own-programs.js';
import type { Worker, WorkSort } from './worker/worker.js';
import { readDefault } from './names/default-branch.js';
import { ToldNames } from './names/told-names.js';
import { Workers } from './worker/workers.js';

export interface MercurialEngineSettings extends Omit<EngineSettings, 'limits'> {
  limits?: Partial<MercurialLimits>;
  /** How many resident processes; absent: by the number of processors. */
  workers?: number;
}

type Operation = (input: unknown) => Promise<unknown>;

/** Runs what is to have a turn. */
type InTurn = (work: () => Promise<void>) => Promise<void>;

/** What is asked of the program. */
interface Asked {
  operation: string;
  input: unknown;
  /** Ms since 1970. */
  deadline: number;
  /** For whom it is read. */
  owner?: Reading['owner'];
}

/** What has no reader, and never waits for others (ms). */
const ownPatience = 20_000;

/** The half of the kind that owns processes: resident ones for all repositories, and one for each talk over SSH. */
export class MercurialEngine implements VcsEngine {
  readonly id = mercurialTraits.id;
  private readonly place: EnginePlace;
  private readonly children: ChildProcesses;
  private readonly workers: Workers;
  private readonly ownPrograms: OwnPrograms;
  private readonly questions = new PushQuestions();
  private readonly turns: Readonly<Record<'names' | 'reading' | 'writing', RepositoryTurns>>;
  private readonly wire: WireTransfer;
  private readonly sessions: SessionTransfer;
  private readonly contents: ContentTransfer;
  private readonly care: RepositoryCare;
  private readonly remotes: RemoteDesk;
  private readonly parted = new PartedAnswers();
  private readonly warming = new Set<string>();

  constructor(private readonly settings: MercurialEngineSettings) {
    const { stateDirectory, path, gate } = settings;
    const limits = { ...usualMercurialLimits, ...settings.limits };
    this.place = new EnginePlace(stateDirectory, path, limits);
    this.children = new ChildProcesses(stateDirectory);
    this.care = new RepositoryCare(this.children, this.place);
    this.workers = new Workers(this.children, this.place, limits.left, settings.workers);
    const bounds = { memory: new MemoryBudget(limits.conversationMemory), work: new PushWork(limits) };
    this.ownPrograms = new OwnPrograms(this.children, this.place, { left: limits.left, ...bounds });
    const { workers, ownPrograms, questions } = this;
    const turns = (sort: WorkSort) => {
      const places = workers.places(sort);
      return new RepositoryTurns(fairPlaces(places, Math.ceil(places / 2)), fairPlaces(2048, 1024));
    };
    this.turns = { names: turns('names'), reading: turns('reading'), writing: turns('writing') };
    const pushed = (directory: string): void => this.warm(directory);
    const parts = { gate, workers, ownPrograms, questions, limits, pushed };
    this.wire = new WireTransfer(parts);
    this.sessions = new SessionTransfer(parts, this.children, this.place, bounds);
    const own = { children: this.children, place: this.place };
    this.remotes = new RemoteDesk(new MercurialRemotes({ ...own, gate, limits, pushed }));
    this.contents = new ContentTransfer({ ...parts, ask: (name, input) => this.call(name, input) });
  }

  /** What its resident processes have said last beside their answers. */
  get complaints(): string {
    return this.workers.complaints;
  }

  async start(): Promise<void> {
    await claimState(this.settings.stateDirectory);
    await this.place.prepare();
    await this.questions.listen(this.place.sockets.path(gateSocket));
    this.workers.start();
  }

  async call(operation: string, input: unknown): Promise<unknown> {
    if (isIncomingCall(operation)) return (this.remotes[operation] as Operation).call(this.remotes, input);
    if (operation === 'nextPart') return this.parted.next((input as { more: string }).more);
    if (operation === 'forget') return this.workers.tell(operation, input);
    // What keeps all of them from running is no want of time: whoever asks for the version is told.
    if (operation === 'version') await this.workers.ready();
    if (isOther(operation)) return this.ask('names', operation, input, Date.now() + ownPatience);
    if (isWriting(operation)) await refuseFullDisk(this.settings.gate.disk);
    else if (!isReading(operation)) throw new TypeError(`mercurial has no operation ${operation}`);
    const { directory, reading } = input as { directory: string; reading: Reading };
    const isShort = operation === 'names' || operation === 'tips';
    const sort = isWriting(operation) ? 'writing' : isShort ? 'names' : 'reading';
    const owner = isWriting(operation) ? undefined : reading.owner;
    const asked = { operation, input, deadline: reading.deadline, owner };
    const inTurn: InTurn = (work) => this.turns[sort].run(directory, reading, work);
    if (operation === 'names') return this.names(asked, inTurn);
    const answer = await this.answered(sort, asked, inTurn);
    if (isWriting(operation)) this.warm(directory);
    return answer;
  }

  work(operation: string, input: unknown, waiting: LongWork): Promise<unknown> {
    if (isRemoteDeed(operation)) return this.remotes.work(operation, input as RemoteTask, waiting);
    const { directory } = input as CareQuestion;
    if (operation === 'verify') return this.care.verify(directory, waiting);
    if (operation === 'maintain') return this.care.maintain(directory, waiting);
    return Promise.reject(new TypeError(`mercurial has no long work ${operation}`));
  }

  exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { archive, file, exchange } = grant;
    if (archive) return this.contents.archive({ ...grant, archive }, response);
    if (file) return this.contents.file({ ...grant, file }, response);
    if (exchange.path === sessionRequest.path) return this.sessions.exchange(grant, request, response);
    return this.wire.exchange(grant, request, response);
  }

  /** Does not wait: processes that are just starting do not answer yet. */
  async health(): Promise<{ ready: boolean; version?: string; problem?: string }> {
    try {
      await Promise.race([this.workers.ready(), soon()]);
      if (!this.workers.isReady) return { ready: false, problem: 'Mercurial is starting' };
      const version = await this.ask('names', 'version', {}, Date.now() + 500);
      return { ready: true, ...(typeof version === 'string' ? { version } : {}) };
    } catch (error) {
      return { ready: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  async summary(directory: string): Promise<string> {
    const [found, head] = await Promise.all([
      this.ask('names', 'summary', { directory }, Date.now() + ownPatience),
      readDefault(directory),
    ]);
    return JSON.stringify([found, head]);
  }

  async stop(): Promise<void> {
    await this.remotes.stop();
    await Promise.all([this.workers.stop(), this.ownPrograms.stop()]);
    await this.children.stop();
    this.questions.close();
    this.place.sockets.close();
  }

  /**
   * The answer as soon as it is there; what `run` runs is over only when the program has ended its work. What has an
   * owner may be done by a program of its own. `tell`: what is told of the answer.
   */
  private answered(
    sort: WorkSort,
    { operation, input, deadline, owner }: Asked,
    run: InTurn,
    tell = (answer: unknown): unknown => answer,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const take = (answer: unknown): void => resolve(tell(answer));
      const settings = { deadline, writes: sort === 'writing', mayMove: owner !== undefined };
      const isElsewhere = (error: unknown): boolean => {
        if (error instanceof Elsewhere) return true;
        reject(error instanceof Error ? error : new Error(String(error)));
        return false;
      };
      const work = async (): Promise<void> => {
        const moves = await this.workers.during(sort, async (worker) => {
          const asked = worker.work(operation, input, settings);
          const found = await asked.answer.then(take, isElsewhere);
          await asked.over;
          return found === true;
        });
        if (moves && owner) await this.askOwn(owner, { operation, input, deadline }).then(take);
      };
      run(work).catch(reject);
    });
  }

  private names(asked: Asked, inTurn: InTurn): Promise<unknown> {
    const names = new ToldNames(this.parted);
    const untilTaken: InTurn = (work) => inTurn(() => work().then(() => names.taken()));
    return this.answered('names', asked, untilTaken, (answer) => names.tell(answer));
  }

  private askOwn(owner: Reading['owner'], { operation, input, deadline }: Asked): Promise<unknown> {
    const work = (worker: Worker): Promise<unknown> => worker.ask(operation, input, deadline);
    return this.ownPrograms.during(owner, {}, work).catch((error: unknown) => {
      throw error instanceof BodyFailure ? new VcsRefusal('unavailable', error.message) : error;
    });
  }

  private ask(sort: WorkSort, operation: string, input: unknown, deadline: number): Promise<unknown> {
    return this.workers.during(sort, (worker) => worker.ask(operation, input, deadline));
  }

  /**
   * What was written is read once, so that the next reader finds it prepared; and others hear that it may have grown.
   */
  private warm(directory: string): void {
    this.settings.gate.storage?.wrote(directory);
    if (this.warming.has(directory)) return;
    this.warming.add(directory);
    const asked = { operation: 'warm', input: { directory }, deadline: Date.now() + ownPatience };
    const untilOver = (work: () => Promise<void>) => work().finally(() => this.warming.delete(directory));
    void this.answered('reading', asked, untilOver).catch(() => undefined);
  }
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
