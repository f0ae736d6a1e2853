import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { DiskRoom, type EndedSpan } from '@holdfast/kernel';
import { BytePeers, ByteTls, loopbackPeers, loopbackPlace } from '@holdfast/platform/byte-ports';
import type {
  LockAnswer,
  LockQuestion,
  OngoingTransfer,
  PushAnswer,
  PushDecision,
  PushReport,
  ReceivedPush,
  RefRefusal,
  SigningQuestion,
  StorageGate,
  TransferGate,
  TransferStanding,
  VcsEngine,
} from '@holdfast/vcs-spi';
import { engineLoad } from '@holdfast/vcs-spi/engine';
import { Arrival } from '../relocation/arrival.js';
import { ByteServer, type Arrivals, type Uploads } from './byte-server.js';
import { Departures } from './departures.js';
import { inParts } from './in-parts.js';
import { IpcChannel, type Peer } from './ipc-channel.js';
import { LongWorks } from './long-works.js';
import type { ByteCalls, ByteHealth, MainCalls, PushQuestion } from './messages.js';
import { ongoing } from './ongoing-of.js';
import { Permits } from './permits.js';
import { StagedBodies } from '../staging/staged-bodies.js';
import { uploadedFile } from '../staging/uploaded-file.js';
import { Tickets } from './tickets.js';
import { ToldSpans } from './told-spans.js';
import { vcsEngines } from './vcs-engines.js';

/** The main process has shorter deadlines of its own; this one is for a main process that hangs (ms). */
const questionDeadline = 25_000;
const reportDeadline = 10_000;
/** How long writes are gathered before they are told (ms). */
const gathering = 1_000;

/** What the byte process holds: the channel to the main process, the engines, and the byte door. */
export class ByteHost implements TransferGate {
  private readonly tickets = new Tickets();
  private readonly permits = new Permits(vcsKinds);
  private departures = new Departures(new BytePeers(loopbackPeers));
  private readonly engines = new Map<string, VcsEngine>();
  private readonly channel: IpcChannel<MainCalls>;
  /** The pushes that wait for a decision. */
  private readonly pushes = new Map<string, ReceivedPush>();
  private server: ByteServer | undefined;
  private spans: ToldSpans | undefined;
  private readonly written = new Set<string>();
  private readonly works = new LongWorks((work, said) => {
    this.channel.call('progressed', { work, said }, reportDeadline).catch(this.log);
  });

  /** Set before the engines are made. */
  disk: DiskRoom | undefined;

  readonly storage: StorageGate = {
    room: (question) => this.channel.call('room', question, questionDeadline),
    left: (transfer) => void this.channel.call('left', { transfer }, reportDeadline).catch(this.log),
    wrote: (directory) => {
      if (this.written.size === 0) setTimeout(() => this.tellWritten(), gathering).unref();
      this.written.add(directory);
    },
  };

  private readonly arrivals: Arrivals = async (grant, request, response) => {
    const { directory, name } = grant.arrival;
    const summary = (kind: string): Promise<string> => this.engineOf(kind).summary(directory);
    try {
      await Arrival.exchange(grant, { disk: this.disk, summary }, request, response);
    } finally {
      await this.channel.call('arrived', { directory, name }, reportDeadline).catch(this.log);
    }
  };

  private readonly uploads: Uploads = (grant, request, response) =>
    uploadedFile(grant, this, request, response);

  constructor(
    peer: Peer,
    private readonly log: (error: unknown) => void,
    private readonly stopped: () => void,
  ) {
    this.channel = new IpcChannel<MainCalls>(peer, this.handlers());
  }

  stands(transfer: OngoingTransfer): Promise<TransferStanding> {
    return this.channel.call('stands', ongoing(transfer), questionDeadline);
  }

  locks(transfer: OngoingTransfer, question: LockQuestion): Promise<LockAnswer> {
    return this.channel.call('locks', { transfer: ongoing(transfer), question }, questionDeadline);
  }

  sign(question: SigningQuestion): Promise<string> {
    return this.channel.call('sign', question, questionDeadline);
  }

  async decide(push: ReceivedPush): Promise<PushAnswer> {
    const { id } = push;
    this.pushes.set(id, push);
    try {
      const decision = await this.ask(push);
      return decision.accepted ? decision : { accepted: false, reasons: this.reasons(id, decision.reasons) };
    } finally {
      this.pushes.delete(id);
    }
  }

  /** Nothing is asked about the push any more. */
  async ended(report: PushReport): Promise<void> {
    this.pushes.delete(report.id);
    await this.channel.call('ended', report, reportDeadline).catch(this.log);
  }

  /** All updates but the last go before the question, so that no message is large. */
  private async ask({
    id,
    kind,
    directory,
    repository,
    principal,
    ...push
  }: ReceivedPush): Promise<PushDecision> {
    const { options, deadline } = push;
    const left = (): number => deadline - Date.now();
    let last: PushQuestion['updates'] | undefined;
    for (const updates of inParts(push.updates)) {
      if (last) await this.channel.call('updates', { push: id, updates: last }, left());
      if (!this.pushes.has(id)) throw new Error('the push is over');
      last = updates;
    }
    const question: PushQuestion = {
      ...{ id, kind, directory, repository, principal, options, deadline },
      updates: last ?? [],
    };
    return this.channel.call('decide', question, left());
  }

  private async *reasons(push: string, first: readonly RefRefusal[]): AsyncGenerator<RefRefusal> {
    for (let reasons = first; reasons.length > 0;) {
      yield* reasons;
      reasons = await this.channel.call('reasons', { push }, questionDeadline);
    }
  }

  private tell(ended: readonly EndedSpan[]): Promise<void> {
    return this.channel.call('spans', ended, reportDeadline).catch(this.log);
  }

  private tellWritten(): void {
    const directories = [...this.written];
    this.written.clear();
    this.channel.call('wrote', { directories }, reportDeadline).catch(this.log);
  }

  /** Ends transfers after `grace` ms, and then all children. */
  async stop(grace: number): Promise<void> {
    const closed = this.server?.close(grace);
    const timer = setTimeout(() => void this.stopEngines(), grace);
    await closed;
    clearTimeout(timer);
    await this.stopEngines();
    await this.spans?.flush();
    this.channel.close();
    this.stopped();
  }

  private async stopEngines(): Promise<void> {
    await Promise.all([...this.engines.values()].map((engine) => engine.stop()));
  }

  private handlers(): ByteCalls {
    return {
      configure: async (settings) => {
        const { disk, bodies, bytes = loopbackPlace, peers = loopbackPeers, traced = false } = settings;
        if (traced) this.spans = new ToldSpans((ended) => this.tell(ended));
        const tls = bytes.tls && new ByteTls(bytes.tls, this.log);
        this.departures = new Departures(new BytePeers(peers, tls));
        this.disk = disk && new DiskRoom(disk.directory, disk.reserve);
        for (const engine of await vcsEngines(settings, this)) {
          await engine.start();
          this.engines.set(engine.id, engine);
        }
        const staged = bodies === undefined ? undefined : new StagedBodies(bodies, this.disk);
        await staged?.start();
        this.server = new ByteServer(
          { tickets: this.tickets, permits: this.permits },
          this.engines,
          staged,
          this.arrivals,
          this.uploads,
          this.log,
          tls,
        );
        return { port: await this.server.listen(bytes) };
      },
      open: ({ grant, reads }) => ({
        ticket: this.tickets.issue(grant),
        ...(reads && 'kind' in grant ? { permit: this.permits.issue(grant) } : {}),
      }),
      engine: ({ kind, operation, input }) => this.engineOf(kind).call(operation, input),
      work: (question) => this.works.run(this.engineOf(question.kind), question),
      endWork: ({ work }) => this.works.end(work),
      forced: async ({ push, refs }) => {
        const received = this.pushes.get(push);
        if (!received) throw new Error('the push is over');
        return [...(await received.forced(refs))];
      },
      health: () => this.health(),
      load: () => ({ ...engineLoad(), memory: process.memoryUsage.rss() }),
      busy: () => this.server?.busy ?? 0,
      occupants: ({ repository }) => {
        const { reads = 0, writes = 0 } = this.server?.occupancy.of(repository) ?? {};
        return { reads, writes: writes + this.tickets.writing(repository) };
      },
      endWrites: ({ repository }) => {
        this.tickets.dropWriting(repository);
        this.server?.occupancy.endWrites(repository);
      },
      depart: (asked) => this.departures.begin(asked, this.engineOf(asked.kind)),
      copy: ({ name }) => this.departures.copy(name),
      copied: ({ name }) => this.departures.copied(name),
      place: ({ name }) => this.departures.place(name),
      depose: ({ name }) => this.departures.end(name),
      stop: ({ grace }) => this.stop(grace),
    };
  }

  private engineOf(kind: string): VcsEngine {
    const engine = this.engines.get(kind);
    if (!engine) throw new Error(`no engine for ${kind}`);
    return engine;
  }

  private async health(): Promise<ByteHealth> {
    const states = [...this.engines.values()].map(
      async (engine) => [engine.id, await engine.health()] as const,
    );
    return {
      transfers: this.server?.busy ?? 0,
      memory: process.memoryUsage.rss(),
      engines: Object.fromEntries(await Promise.all(states)),
    };
  }
}
