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
 * Collects what one turn of the event loop sends and hands it to the connection at its end, in order: many
 * messages then share one system call here and one wake-up of the broker.
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
    // What cannot be sent any more is lost like anything under way when a connection ends: callers have deadlines.
    if (this.connection.isClosed() || this.connection.isDraining()) return;
    for (const { subject, payload, reply } of letters) {
      this.connection.publish(subject, payload, reply === undefined ? undefined : { reply });
    }
  }
}
