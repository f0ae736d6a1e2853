import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { DomainError } from '@holdfast/kernel';
import { Delivery } from './delivery.js';
import { PendingCalls } from './pending-calls.js';

/** Milliseconds that the broker has for an answer. */
const patience = 5_000;
const nanoseconds = 1e6;
/** A consumer has to settle a message, or to say that it works on it, within this time; else it counts as gone (ms). */
export const settleWithin = 10_000;

/** A stream as the broker is told to keep it. */
export interface StreamSettings {
  name: string;
  subjects: readonly string[];
  /** `interest`: until all consumers have it; `limits`: until it is old, or the stream is full. */
  retention: 'interest' | 'limits';
  /** What happens when it is full: nothing new is taken, or the oldest goes. */
  discard: 'new' | 'old';
  bytes: number;
  /** Milliseconds; 0: for ever. */
  age: number;
}

/** What the broker says of a stream or a consumer. */
export interface StreamState {
  messages: number;
  bytes: number;
}
export interface ConsumerState {
  /** Not delivered yet. */
  waiting: number;
  /** Delivered and not acknowledged. */
  unsettled: number;
}

/** The broker refuses a request; its code says why. */
export class JetStreamError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const inUse = 10058;

interface ApiAnswer {
  error?: { err_code?: number; description?: string };
}

/** A connection, and who waits for an answer on it. */
interface Opened {
  connection: NatsConnection;
  pending: PendingCalls;
}

/**
 * The streams of the broker, as far as we need them. A message that it has taken is on its disk. Where it does not
 * answer, the error is `unavailable`.
 */
export class JetStream {
  /** So many servers of the broker keep each stream: where one of three is lost, the other two go on with it. */
  copies = 1;
  private opened: Promise<Opened> | undefined;

  /**
   * `connect` opens a connection to the account of the broker that has the streams. It is called at the first use,
   * because a process without events has no such account.
   */
  constructor(
    private readonly connect: () => Promise<NatsConnection>,
    private readonly inboxPrefix: string,
  ) {}

  /** Ends when all that is under way has come to its end. */
  async close(): Promise<void> {
    const { connection } = (await this.opened?.catch(() => undefined)) ?? {};
    if (connection && !connection.isClosed()) await connection.drain();
  }

  /** Ends at once, whatever is under way. */
  async abort(): Promise<void> {
    const { connection } = (await this.opened?.catch(() => undefined)) ?? {};
    await connection?.close();
  }

  /**
   * Puts a message into the stream of its subject, unless the stream has had one of that id lately. With `after` the
   * broker takes it only if the last message in the stream has that id. So several messages can be under way at the
   * same time: where one of them is refused, those behind it are refused too, and none overtakes another.
   */
  async publish(subject: string, id: string, message: string, after?: string): Promise<void> {
    const named = headers();
    named.set('Nats-Msg-Id', id);
    if (after !== undefined) named.set('Nats-Expected-Last-Msg-Id', after);
    const { connection, pending } = await this.open(subject);
    const answer = await pending
      .wait(Date.now() + patience, (reply) => connection.publish(subject, message, { headers: named, reply }))
      .catch((reason: unknown) => {
        throw silent(subject, reason);
      });
    const { buffer, byteOffset, length } = answer.data;
    if (Buffer.from(buffer, byteOffset, length).includes('"error"')) refuse(answer.json<ApiAnswer>());
  }

  /** Makes the stream, or changes it to what the settings say. */
  async keepStream({ name, subjects, retention, discard, bytes, age }: StreamSettings): Promise<void> {
    const settings = {
      name,
      subjects,
      retention,
      discard,
      max_bytes: bytes,
      max_age: age * nanoseconds,
      storage: 'file',
      num_replicas: this.copies,
      duplicate_window: 120_000 * nanoseconds,
    };
    try {
      await this.ask(`STREAM.CREATE.${name}`, settings);
    } catch (error) {
      if (!(error instanceof JetStreamError) || error.code !== inUse) throw error;
      await this.ask(`STREAM.UPDATE.${name}`, settings);
    }
  }

  async stateOf(stream: string): Promise<StreamState> {
    const { state } = await this.ask<{ state: StreamState }>(`STREAM.INFO.${stream}`, {});
    return { messages: state.messages, bytes: state.bytes };
  }

  /** Makes the consumer, or changes what it hears. It is handed one message at a time, until that is settled. */
  async keepConsumer(stream: string, name: string, subjects: readonly string[]): Promise<void> {
    const settings = {
      durable_name: name,
      filter_subjects: subjects,
      deliver_policy: 'all',
      ack_policy: 'explicit',
      ack_wait: settleWithin * nanoseconds,
      max_ack_pending: 1,
      max_deliver: -1,
    };
    await this.ask(`CONSUMER.CREATE.${stream}.${name}`, { stream_name: stream, config: settings });
  }

  async consumerState(stream: string, name: string): Promise<ConsumerState> {
    const answer = await this.ask<{ num_pending: number; num_ack_pending: number }>(
      `CONSUMER.INFO.${stream}.${name}`,
      {},
    );
    return { waiting: answer.num_pending, unsettled: answer.num_ack_pending };
  }

  async consumers(stream: string): Promise<string[]> {
    const { consumers } = await this.ask<{ consumers: string[] | null }>(`CONSUMER.NAMES.${stream}`, {});
    return consumers ?? [];
  }

  /**
   * Has the broker remove a consumer when nobody has asked for its messages for so long (ms). Whoever keeps it takes
   * that back.
   */
  async removeUnused(stream: string, name: string, after: number): Promise<void> {
    const { config } = await this.ask<{ config: object }>(`CONSUMER.INFO.${stream}.${name}`, {});
    const settings = { ...config, inactive_threshold: after * nanoseconds };
    const question = { stream_name: stream, config: settings, action: 'update' };
    await this.ask(`CONSUMER.CREATE.${stream}.${name}`, question);
  }

  async removeConsumer(stream: string, name: string): Promise<void> {
    await this.ask(`CONSUMER.DELETE.${stream}.${name}`, {});
  }

  /** The next message of a consumer, waited for so many milliseconds; undefined: there was none. */
  async next(stream: string, consumer: string, wait: number): Promise<Delivery | undefined> {
    const question = JSON.stringify({ batch: 1, expires: wait * nanoseconds });
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`;
    // The message keeps its own subject, so in an inbox shared by several requests nobody could tell whose it is.
    const message = await this.request(subject, question, { timeout: wait + patience, noMux: true });
    const code = message.headers?.code ?? 0;
    if (code === 0) return new Delivery((await this.open(subject)).connection, message);
    if (code === 404 || code === 408) return undefined;
    throw DomainError.unavailable(`the broker hands out nothing: ${message.headers?.description ?? code}`);
  }

  private async ask<Answer>(subject: string, question: unknown): Promise<Answer> {
    const answer = await this.request(`$JS.API.${subject}`, JSON.stringify(question), { timeout: patience });
    return refuse(answer.json<Answer & ApiAnswer>());
  }

  private async request(...[subject, message, options]: Parameters<NatsConnection['request']>): Promise<Msg> {
    const { connection } = await this.open(subject);
    try {
      return await connection.request(subject, message, options);
    } catch (error) {
      throw silent(subject, error);
    }
  }

  /** If the connection cannot be opened, the next request tries again. */
  private async open(subject: string): Promise<Opened> {
    this.opened ??= this.connect().then(
      (connection) => {
        const pending = new PendingCalls(connection, this.inboxPrefix);
        void connection.closed().then(() => pending.disconnected());
        return { connection, pending };
      },
      (error: unknown) => {
        this.opened = undefined;
        throw error;
      },
    );
    return this.opened.catch((error: unknown) => {
      throw silent(subject, error);
    });
  }
}

const silent = (subject: string, reason: unknown): DomainError =>
  DomainError.unavailable(`the broker's streams do not answer (${subject})`, reason);

const refuse = <Answer extends ApiAnswer>(answer: Answer): Answer => {
  const { error } = answer;
  if (error) throw new JetStreamError(error.err_code ?? 0, error.description ?? 'refused by the broker');
  return answer;
};
