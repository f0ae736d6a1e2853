import { randomBytes } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { eventLoginOf, inboxOf, type CallSubject, type Feed, type InLines } from '@holdfast/contracts';
import { asker, DomainError, type CallContext } from '@holdfast/kernel';
import { HeldCalls } from './held-calls.js';
import { Hearings } from './hearings.js';
import type { Hearing } from './hearing.js';
import { credentialsIn, type BrokerLogin } from '../credentials/credentials.js';
import { log } from '../observability/logger.js';
import { brokerConnection, type BrokerAddress } from './broker-connection.js';
import { brokerPlaceOf, type BrokerTlsFiles } from './broker-place.js';
import { JetStream } from './jet-stream.js';
import type { Lines } from './lines.js';
import { listen } from './listen.js';
import { away, ProcessSilent, serviceOf, type NoAnswer } from './no-answer.js';
import { atNode, placeOf } from './node-place.js';
import { MessageTooLarge, Outbox } from './outbox.js';
import { PendingCalls } from './pending-calls.js';
import { unansweredCalls } from './rpc.metrics.js';
import { Telling } from './telling.js';
import { askIn, spanOfCall } from './traced-call.js';
import { readReply, type CallMessage } from './wire.js';

/** The most milliseconds that a call waits, even if its context allows more. */
const longestWait = 60_000;
/** While it waits for the first connection it says so, so often (ms). */
const tellEvery = 30_000;
/** So often a call goes after a repository that moves. */
const mostMoves = 3;
/** The subjects on which answers arrive begin with this. */
const inboxes = inboxOf('');

/** Thin client of the message broker: calls with a deadline and typed errors, events, nothing else. */
export class Rpc {
  private readonly outbox: Outbox;
  private readonly pending: PendingCalls;
  private readonly telling: Telling;
  private readonly hearings: Hearings;
  private readonly held = new HeldCalls();
  /** How this process is called in its calls, by the service: no other service knows that name, and spoils it. */
  private readonly names = new Map<string, string>();
  private connected = true;

  private constructor(
    readonly connection: NatsConnection,
    inboxPrefix: string,
    /** The broker's streams, for durable events. */
    readonly streams: JetStream,
  ) {
    this.outbox = new Outbox(connection, (reply) => this.pending.unsent(reply));
    this.pending = new PendingCalls(connection, inboxPrefix);
    this.telling = new Telling((subject, message) => this.outbox.send(subject, message));
    this.hearings = new Hearings(connection, (place, until) => this.pending.ended(place, until));
    void this.watch();
  }

  /**
   * Connects, waits for a broker that is not there yet, and connects again for ever when the connection breaks.
   * `user` names the inbox that nobody else may subscribe to. Who it is stands in the URL, or in the file
   * `credentials`, which is read before each connection. With `files`, or with an address that says `tls://`, nothing
   * is said to a broker without TLS. `urls`: as `brokerUrls` takes them.
   */
  static async connect(
    urls: string,
    user: string,
    credentials?: string,
    files?: BrokerTlsFiles,
  ): Promise<Rpc> {
    const { servers, tls, ...inUrl } = brokerPlaceOf(urls);
    const file = inUrl.user === '' ? credentials : undefined;
    const login = file === undefined ? () => inUrl : loginIn(file);
    const at: BrokerAddress = {
      ...{ servers, name: user, inboxPrefix: inboxOf(user), login },
      ...((tls || files) && { tls: files ?? {} }),
    };
    const ofStreams = { ...at, login: file === undefined ? login : eventLogin(login) };
    const streams = new JetStream(() => brokerConnection(ofStreams, false), at.inboxPrefix);
    const waiting = setInterval(
      () => log.warn({ servers }, 'the broker does not answer, or does not take us; it is tried on'),
      tellEvery,
    ).unref();
    try {
      return new Rpc(await brokerConnection(at, true), at.inboxPrefix, streams);
    } finally {
      clearInterval(waiting);
    }
  }

  /**
   * Asks and waits until the context's deadline.
   * @throws DomainError as the service answered it; `unavailable` when nobody serves the subject (where a client waits
   *   for it, when nobody does for a while), the deadline passed, the broker is away, the call cannot be sent, or the
   *   process of the storage node has ended, if this process `hears` its feed.
   */
  call<Request, Answer>(
    subject: CallSubject<Request, Answer>,
    ctx: CallContext,
    input: NoInfer<Request>,
  ): Promise<Answer> {
    return this.ask(subject, ctx, input) as Promise<Answer>;
  }

  /** The same for an answer that travels as lines. */
  lines<Request, Head>(
    subject: CallSubject<Request, InLines<unknown, Head>>,
    ctx: CallContext,
    input: NoInfer<Request>,
  ): Promise<Lines<Head>> {
    return this.ask(subject, ctx, input) as Promise<Lines<Head>>;
  }

  private ask(subject: string, ctx: CallContext, input: unknown): Promise<unknown> {
    const span = spanOfCall(subject, ctx);
    if (!span) return this.follow(subject, ctx, input);
    return askIn(span, ctx, (own) => this.follow(subject, own, input));
  }

  /** Where a storage node says that the repository has moved, the one that it names is asked. */
  private async follow(subject: string, ctx: CallContext, input: unknown): Promise<unknown> {
    for (let at = subject, moves = 0; ; moves += 1) {
      try {
        return await this.askOnce(at, ctx, input);
      } catch (error) {
        const node = error instanceof DomainError && moves < mostMoves ? error.detail.node : undefined;
        const next = node === undefined ? undefined : atNode(at, node);
        if (next === undefined) throw error;
        at = next;
      }
    }
  }

  /** What nobody has heard waits, where a client waits for it. */
  private async askOnce(subject: string, ctx: CallContext, input: unknown): Promise<unknown> {
    const service = serviceOf(subject);
    const node = placeOf(subject);
    const call = { subject, place: node ?? service, service, ctx, input, isOwn: node !== undefined };
    try {
      const reply = await this.held.through(call, () => this.send(subject, ctx, input, node));
      return readReply(reply.data);
    } catch (reason) {
      if (reason instanceof MessageTooLarge) throw new DomainError('too_large');
      if (reason instanceof ProcessSilent) throw away(subject, 'ended', false);
      throw reason instanceof Error ? reason : away(subject, reason as NoAnswer);
    }
  }

  /** @throws DomainError, MessageTooLarge, or why there is no answer */
  private async send(subject: string, given: CallContext, input: unknown, node?: string): Promise<Msg> {
    const now = Date.now();
    const held = given[asker]?.held ?? 0;
    const ctx = held === 0 ? given : { ...given, deadline: given.deadline + held };
    if (ctx.deadline <= now) throw DomainError.unavailable('the deadline has passed');
    if (!this.connected) {
      unansweredCalls.inc({ service: serviceOf(subject), reason: 'disconnected' });
      throw DomainError.unavailable('the broker is away');
    }
    if (node !== undefined && this.hearings.isGone(node)) throw new ProcessSilent(node);
    const by = this.nameFor(serviceOf(subject));
    const sent = { by, at: Math.round(performance.now()), left: ctx.deadline - now };
    const message = JSON.stringify({ ctx, sent, input } satisfies CallMessage);
    const deadline = Math.min(ctx.deadline, now + longestWait);
    const at = node === undefined ? undefined : { place: node, subject };
    return this.pending.wait(deadline, (inbox) => this.outbox.send(subject, message, inbox), at);
  }

  /** Answers a call, but only into an inbox: the caller must not make us publish on another subject that we may use. */
  respond(message: Msg, reply: string | Buffer): void {
    if (message.reply?.startsWith(inboxes)) this.outbox.send(message.reply, reply);
  }

  /** Tells everybody who listens, at most once. */
  publish(subject: string, event: unknown): void {
    this.outbox.send(subject, JSON.stringify(event));
  }

  /** Hears every event of the subject, in every process that subscribes. */
  on<E>(subject: string, hear: (event: E) => void): void {
    listen(this.connection, subject, hear);
  }

  /**
   * Begins the heartbeat, by which others know that this process is there and what it has told. `place`: it alone
   * serves the calls to it.
   */
  beginTelling(feed: Feed, place?: string): void {
    this.telling.begin(feed.pulse, place);
  }

  /**
   * Tells an event of this service's feed. Call it right after the commit and before the answer. If the event is lost,
   * those who `hears` the feed notice it.
   */
  tell(subject: string, event: unknown): void {
    this.telling.tell(subject, event);
  }

  /** What this process hears of the service that tells the feed. */
  hears(feed: Feed): Hearing {
    return this.hearings.of(feed);
  }

  /** Round trip to the broker in milliseconds. */
  rtt(): Promise<number> {
    return this.connection.rtt();
  }

  async close(): Promise<void> {
    this.telling.end();
    this.hearings.end();
    this.outbox.flush();
    await this.streams.close();
    if (!this.connection.isClosed()) await this.connection.drain();
  }

  private nameFor(service: string): string {
    let name = this.names.get(service);
    if (name === undefined) this.names.set(service, (name = randomBytes(9).toString('base64url')));
    return name;
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      const { type } = status;
      if (type === 'error') log.error({ err: status.error }, 'the broker refused something');
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      this.connected = type === 'reconnect';
      if (!this.connected) this.pending.disconnected();
      this.hearings.disconnected();
    }
  }
}

/** Who we are at the broker, by the file. */
const loginIn = (credentials: string): (() => BrokerLogin) => {
  const read = credentialsIn(credentials);
  return () => read().broker;
};

/** The same for the account of the streams. */
const eventLogin = (login: () => BrokerLogin) => (): BrokerLogin => {
  const { user, password } = login();
  return { user: eventLoginOf(user), password };
};
