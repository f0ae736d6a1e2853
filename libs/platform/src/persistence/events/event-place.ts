import {
  consumerOf,
  deadLetterSubject,
  eventProblem,
  eventStreamOf,
  recorderOf,
  type RecordedEvent,
} from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { log } from '../../observability/logger.js';
import { hearOnce } from './event-heard.store.js';
import { isAway } from '../is-away.js';
import { transaction } from '../transaction.js';
import type { Delivery } from '../../rpc/delivery.js';
import { settleWithin, type JetStream } from '../../rpc/jet-stream.js';
import { heardEvents } from './event.metrics.js';
import type { HearsMetadata } from './hears.decorator.js';
import { Wakes } from './wakes.js';

/** A method that hears, bound to its object. */
export interface EventHandler extends HearsMetadata {
  hear: (tx: EntityManager, event: RecordedEvent) => Promise<void>;
}

/** Milliseconds for which the broker is asked to wait for the next event. */
const patience = 5_000;
/** Milliseconds before the first, the second … new try of an event. After the last one it is given up. */
export const usualDelays: readonly number[] = [200, 1_000, 5_000, 30_000];
/** Milliseconds before each new try while a part is away; it is tried for ever. */
const awayDelay = 1_000;

/** An event as it is given up, with why. */
export interface DeadLetter {
  consumer: string;
  event: string;
  error: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** One place of a service in a stream. It fetches the events that it has not heard, and handles one after another. */
export class EventPlace {
  private readonly consumer: string;
  private readonly stream: string;
  private readonly hearers: ReadonlyMap<string, EventHandler>;
  private readonly wakes = new Wakes();
  /** Of the event that is tried now: the broker hands out no other before it is settled. */
  private failures = { text: '', count: 0 };
  private ended = false;
  /** The event that is being handled. */
  private handling: Promise<void> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly streams: JetStream,
    private readonly service: string,
    private readonly durable: string,
    hearers: readonly [EventHandler, ...EventHandler[]],
    private readonly delays: readonly number[],
  ) {
    this.stream = eventStreamOf(recorderOf(hearers[0].event));
    this.consumer = consumerOf({ service, durable });
    this.hearers = new Map(hearers.map((hearer) => [hearer.event.subject, hearer]));
  }

  begin(): void {
    void this.run();
  }

  /** Handles nothing new from now on; what the broker hands out all the same goes back to it. */
  async end(): Promise<void> {
    this.ended = true;
    this.wakes.wake();
    await this.handling;
  }

  private async run(): Promise<void> {
    while (!this.ended) {
      try {
        const delivery = await this.streams.next(this.stream, this.consumer, patience);
        if (delivery) await (this.handling = this.settle(delivery));
      } catch (err) {
        log.debug({ err, consumer: this.consumer }, 'events cannot be fetched');
        await this.wakes.within(awayDelay);
      }
    }
  }

  private async settle(delivery: Delivery): Promise<void> {
    if (this.ended) return delivery.again(0);
    const beat = setInterval(() => delivery.atIt(), settleWithin / 3);
    try {
      const first = await this.hear(delivery);
      delivery.done();
      this.count(first ? 'done' : 'repeated');
    } catch (error) {
      await this.failed(delivery, error).catch((err: unknown) =>
        log.debug({ err, consumer: this.consumer }, 'an event is handed out again'),
      );
    } finally {
      clearInterval(beat);
    }
  }

  /** False: it has been heard before. */
  private async hear({ subject, text }: Delivery): Promise<boolean> {
    const hearer = this.hearers.get(subject);
    if (!hearer) throw new Error(`nobody hears ${subject} any more`);
    const event = JSON.parse(text) as RecordedEvent;
    const problem = eventProblem(hearer.event, event);
    if (problem !== undefined) throw new Error(`not what the contract says: ${problem}`);
    return transaction(this.source, async (tx) => {
      const first = await hearOnce(tx, `${this.stream}.${this.consumer}`, event.id);
      if (first) await hearer.hear(tx, event);
      return first;
    });
  }

  private async failed(delivery: Delivery, error: unknown): Promise<void> {
    if (isAway(error) || (error instanceof DomainError && error.code === 'unavailable'))
      return delivery.again(awayDelay);
    this.count('failed');
    const { text } = delivery;
    const count = this.failures.text === text ? this.failures.count : 0;
    log.error({ err: error, consumer: this.consumer, failures: count + 1 }, 'an event could not be handled');
    if (count < this.delays.length) {
      this.failures = { text, count: count + 1 };
      return delivery.again(this.delays[count]);
    }
    await this.giveUp(delivery, error);
  }

  /** It is in the other stream before it leaves this one. */
  private async giveUp(delivery: Delivery, error: unknown): Promise<void> {
    const { consumer, service, durable } = this;
    const letter: DeadLetter = {
      consumer: `${this.stream}.${consumer}`,
      event: delivery.text,
      error: error instanceof Error ? error.message : String(error),
      at: Date.now(),
    };
    await this.streams.publish(
      deadLetterSubject({ service, durable }),
      delivery.name,
      JSON.stringify(letter),
    );
    delivery.done();
    this.count('dead');
  }

  private count(outcome: string): void {
    heardEvents.inc({ consumer: this.consumer, outcome });
  }
}
