import type { NatsConnection } from '@nats-io/transport-node';

export class MessageTooLarge extends Error {
  constructor(subject: string) {
    super(`a message to ${subject} is larger than the broker takes`);
  }
}

interface Letter {
  subject: string;
  payload: string;
  reply?: string;
}

/**
 * Collects the messages of one turn of the event loop, and sends them in order at its end. So many messages need one
 * system call here, and wake the broker once.
 */
export class Outbox {
  private letters: Letter[] = [];

  constructor(private readonly connection: NatsConnection) {}

  /** @throws MessageTooLarge: the broker would end the connection */
  send(subject: string, payload: string, reply?: string): void {
    const limit = this.connection.info?.max_payload ?? Infinity;
    // A UTF-16 unit takes at most three bytes.
    if (payload.length * 3 > limit && Buffer.byteLength(payload) > limit) throw new MessageTooLarge(subject);
    this.letters.push({ subject, payload, reply });
    if (this.letters.length === 1) setImmediate(() => this.flush());
  }

  /** Hands over what waits; also before the connection is drained. */
  flush(): void {
    const letters = this.letters;
    if (letters.length === 0) return;
    this.letters = [];
    // The connection has ended. The messages are lost like all that was under way: callers have deadlines.
    if (this.connection.isClosed() || this.connection.isDraining()) return;
    for (const { subject, payload, reply } of letters) {
      this.connection.publish(subject, payload, reply === undefined ? undefined : { reply });
    }
  }
}
