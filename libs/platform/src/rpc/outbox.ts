import type { NatsConnection } from '@nats-io/transport-node';
import { log } from '../observability/logger.js';

export class MessageTooLarge extends Error {
  constructor(subject: string) {
    super(`a message to ${subject} is larger than the broker takes`);
  }
}

/** Characters of a subject in the log. */
const mostShown = 200;

interface Letter {
  subject: string;
  payload: string | Buffer;
  reply?: string;
}

/**
 * Collects the messages of one turn of the event loop, and sends them in order at its end. So many messages need one
 * system call here, and wake the broker once.
 */
export class Outbox {
  private letters: Letter[] = [];

  /** `unsent` is told where the answer to a letter was wanted that could not be sent: none will come. */
  constructor(
    private readonly connection: NatsConnection,
    private readonly unsent: (reply: string) => void,
  ) {}

  /** @throws MessageTooLarge: the broker would end the connection */
  send(subject: string, payload: string | Buffer, reply?: string): void {
    const limit = this.connection.info?.max_payload ?? Infinity;
    // A UTF-16 unit takes at most three bytes, and a byte one.
    if (payload.length * 3 > limit && Buffer.byteLength(payload) > limit) throw new MessageTooLarge(subject);
    this.letters.push({ subject, payload, reply });
    if (this.letters.length === 1) setImmediate(() => this.flush());
  }

  /**
   * Hands over what waits; also before the connection is drained. A letter that the client of the broker does not take
   * (what it is for may come from a service that was broken into) ends its own call and nothing else.
   */
  flush(): void {
    const letters = this.letters;
    if (letters.length === 0) return;
    this.letters = [];
    // The connection has ended. The messages are lost like all that was under way: callers have deadlines.
    if (this.connection.isClosed() || this.connection.isDraining()) return;
    for (const { subject, payload, reply } of letters) {
      try {
        this.connection.publish(subject, payload, reply === undefined ? undefined : { reply });
      } catch (error) {
        log.error({ err: error, subject: subject.slice(0, mostShown) }, 'a message cannot be sent');
        if (reply !== undefined) this.unsent(reply);
      }
    }
  }
}
