import type { DomainEvent } from '@holdfast/contracts';
import type { DataSource } from 'typeorm';
import { log } from '../../observability/logger.js';
import { batchSize, whileLeading, type EventOutboxStore, type WaitingEvent } from './event-outbox.store.js';
import type { JetStream } from '../../rpc/jet-stream.js';
import { endUnused, keepEventStream } from './event-streams.js';
import { publishedEvents } from './event.metrics.js';
import { Wakes } from './wakes.js';

/** Milliseconds between two looks at what waits, where nobody says that something does. */
const lookEvery = 1_000;
/** Events that are committed within so many milliseconds are published together. */
const gathering = 50;

export interface RelayOptions {
  service: string;
  /** Of all services. */
  events: readonly DomainEvent[];
}

/**
 * Publishes the events that wait in the database of a service. Only one process does so at a time: the one that has
 * the advisory lock. An event is removed when the broker has it on its disk. So an event may be published twice, and
 * none is lost. Events about one object are published in their order; if one cannot be, no others wait for it.
 */
export class EventRelay {
  private readonly wakes = new Wakes();
  private ended = false;
  private running: Promise<void> = Promise.resolve();
  private complained: string | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly streams: JetStream,
    private readonly options: RelayOptions,
  ) {}

  begin(): void {
    this.running = this.run();
  }

  async end(): Promise<void> {
    this.ended = true;
    this.wakes.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    let isKnown = false;
    while (!this.ended) {
      try {
        // Also while another process publishes, which may be of an earlier version: what nobody hears is not kept.
        if (!isKnown) await this.keepStream();
        isKnown = true;
        await this.lead();
      } catch (error) {
        this.complain(error);
      }
      await this.wakes.within(lookEvery);
    }
  }

  /** Publishes for as long as the connection lives and the broker answers; returns at once if another leads. */
  private lead(): Promise<void> {
    return whileLeading(
      this.source,
      this.options.service,
      () => this.wakes.wake(),
      async (outbox) => {
        await this.keepStream();
        void this.endUnused();
        while (!this.ended) {
          if ((await this.publishOldest(outbox)) === batchSize) continue;
          await this.wakes.within(lookEvery);
          await this.wakes.pause(gathering);
        }
      },
    );
  }

  private keepStream(): Promise<void> {
    const { service, events } = this.options;
    return keepEventStream(this.streams, service, events);
  }

  /** Who leads next tries it again where it fails. */
  private async endUnused(): Promise<void> {
    const { service, events } = this.options;
    await endUnused(this.streams, service, events).catch((err: unknown) =>
      log.warn(
        { err, service },
        'consumers that nobody uses any more stay, and what they have not heard is kept',
      ),
    );
  }

  /** Answers how many events there were. */
  private async publishOldest(outbox: EventOutboxStore): Promise<number> {
    const waiting = await outbox.oldest();
    if (waiting.length === 0) return 0;
    const { published, failure } = await this.publish(waiting);
    if (published.length) await outbox.remove(published);
    publishedEvents.inc({ service: this.options.service }, published.length);
    if (failure) throw failure;
    this.complained = undefined;
    return waiting.length;
  }

  /**
   * All at once, one object's after another. The broker takes an event only right after the one before it about the
   * same object, or the order would be lost with one that it refuses; the rest follows with the next attempt.
   */
  private async publish(waiting: readonly WaitingEvent[]): Promise<{ published: string[]; failure?: Error }> {
    const published: string[] = [];
    const ends = await Promise.allSettled(
      [...byAggregate(waiting).values()].flatMap((ofOne) =>
        ofOne.map(async ({ position, id, subject, event }, at) => {
          await this.streams.publish(subject, id, event, at > 0 ? ofOne[at - 1].id : undefined);
          published.push(position);
        }),
      ),
    );
    const failed = ends.find((each) => each.status === 'rejected');
    if (!failed) return { published };
    return { published, failure: new Error('an event could not be published', { cause: failed.reason }) };
  }

  /** Once for each reason, until something could be published again. */
  private complain(error: unknown): void {
    const { cause = error } = error instanceof Error ? error : {};
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (this.ended || reason === this.complained) return;
    this.complained = reason;
    log.warn({ err: error, service: this.options.service }, 'events wait to be published');
  }
}

const byAggregate = (waiting: readonly WaitingEvent[]): Map<string, WaitingEvent[]> => {
  const found = new Map<string, WaitingEvent[]>();
  for (const event of waiting) {
    const known = found.get(event.aggregate);
    if (known) known.push(event);
    else found.set(event.aggregate, [event]);
  }
  return found;
};
