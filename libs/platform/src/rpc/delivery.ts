import type { Msg, NatsConnection } from '@nats-io/transport-node';

const nanoseconds = 1e6;

/** A message that has been handed out, and waits to be settled. */
export class Delivery {
  constructor(
    private readonly connection: NatsConnection,
    private readonly message: Msg,
  ) {}

  get text(): string {
    return this.message.string();
  }

  get subject(): string {
    return this.message.subject;
  }

  /** No other delivery has this name. */
  get name(): string {
    return this.message.reply ?? '';
  }

  /** It is done with, for ever. */
  done(): void {
    this.settle('+ACK');
  }

  /** Hand it out again, in so many milliseconds. */
  again(delay: number): void {
    this.settle(`-NAK ${JSON.stringify({ delay: delay * nanoseconds })}`);
  }

  /** It is being worked on. */
  atIt(): void {
    this.settle('+WPI');
  }

  /** What cannot be settled any more is handed out again. */
  private settle(word: string): void {
    if (!this.connection.isClosed()) this.connection.publish(this.message.reply ?? '', word);
  }
}
