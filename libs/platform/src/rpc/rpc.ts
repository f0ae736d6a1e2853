import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { CallMessage, ReplyMessage } from './wire.js';

/** Most milliseconds that a call waits when its context allows longer. */
const longestWait = 60_000;

/** Thin client of the message broker: calls with a deadline and typed errors, events, nothing else. */
export class Rpc {
  private readonly reconnected = new Set<() => void>();

  private constructor(readonly connection: NatsConnection) {
    void this.watch();
  }

  /**
   * Connects for good: the client reconnects for ever and a start before the broker's waits for it.
   * `user` names the inbox that nobody else may subscribe to.
   */
  static async connect(servers: string, user: string): Promise<Rpc> {
    const { username, password, host } = credentials(servers);
    return new Rpc(
      await connect({
        servers: host,
        ...(username ? { user: username, pass: password } : {}),
        name: user,
        inboxPrefix: `_INBOX_${user}`,
        noAsyncTraces: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        waitOnFirstConnect: true,
        pingInterval: 5_000,
        maxPingOut: 2,
      }),
    );
  }

  /**
   * Asks and waits until the context's deadline.
   * @throws DomainError as the service answered it; `unavailable` when nobody serves the subject, the deadline
   *   passed, or the broker is away.
   */
  async call<T>(subject: string, ctx: CallContext, input: unknown): Promise<T> {
    const timeout = Math.min(ctx.deadline - Date.now(), longestWait);
    if (timeout <= 0) throw DomainError.unavailable('the deadline has passed');
    if (this.connection.isClosed()) throw DomainError.unavailable('the broker is away');
    let reply: Msg;
    try {
      reply = await this.connection.request(subject, JSON.stringify({ ctx, input } satisfies CallMessage), {
        timeout,
      });
    } catch (cause) {
      throw DomainError.unavailable(`${serviceOf(subject)} does not answer`, cause);
    }
    const { value, error } = reply.json<ReplyMessage<T>>();
    if (error) throw DomainError.fromWire(error);
    return value as T;
  }

  /** Tells everybody who listens, at most once; owners publish right after commit and before they answer. */
  publish(subject: string, event: unknown): void {
    this.connection.publish(subject, JSON.stringify(event));
  }

  /** Hears every event of the subject, in every process that subscribes. */
  on<E>(subject: string, hear: (event: E) => void): void {
    this.connection.subscribe(subject, {
      callback: (fault, message) => {
        if (!fault) hear(message.json<E>());
      },
    });
  }

  /** Called after the connection was lost and is there again: events may have been missed. */
  onReconnect(then: () => void): void {
    this.reconnected.add(then);
  }

  /** Round trip to the broker in milliseconds. */
  rtt(): Promise<number> {
    return this.connection.rtt();
  }

  async close(): Promise<void> {
    if (!this.connection.isClosed()) await this.connection.drain();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnect')
        for (const then of this.reconnected) then();
    }
  }
}

const serviceOf = (subject: string): string => subject.slice(0, subject.indexOf('.'));

const credentials = (url: string): { username: string; password: string; host: string } => {
  const { username, password, host } = new URL(url);
  return { username: decodeURIComponent(username), password: decodeURIComponent(password), host };
};
