import { log } from '../../observability/logger.js';
import { forgetHeard } from './event-heard.store.js';
import type { JetStream } from '../../rpc/jet-stream.js';
import type { DataSource } from 'typeorm';
import { EventPlace, usualDelays, type EventHandler } from './event-place.js';
import { keepDeadLetters } from './event-streams.js';
import { placesOf } from './hears.decorator.js';
import { Wakes } from './wakes.js';

/** Milliseconds: an event that comes again is known for so long after it was made. */
const rememberedFor = 90 * 86_400_000;
const forgetEvery = 3_600_000;
const retryAfter = 1_000;

/** All that a service hears. */
export class EventHearing {
  private readonly places: readonly EventPlace[];
  private readonly wakes = new Wakes();
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(
    private readonly source: DataSource,
    private readonly streams: JetStream,
    private readonly service: string,
    hearers: readonly EventHandler[],
    delays = usualDelays,
  ) {
    this.places = placesOf(hearers).map(
      ([first, ...others]) =>
        new EventPlace(source, streams, service, first.durable, [first, ...others], delays),
    );
  }

  begin(): void {
    if (this.places.length === 0) return;
    void this.start();
    this.timer = setInterval(() => this.forget(), forgetEvery).unref();
  }

  async end(): Promise<void> {
    this.ended = true;
    this.wakes.wake();
    clearInterval(this.timer);
    await Promise.all(this.places.map((place) => place.end()));
  }

  /** Nothing is heard before there is a place for what is given up. */
  private async start(): Promise<void> {
    while (!this.ended) {
      try {
        await keepDeadLetters(this.streams, this.service);
        for (const place of this.places) place.begin();
        return;
      } catch (err) {
        log.debug({ err, service: this.service }, 'events cannot be heard yet');
        await this.wakes.within(retryAfter);
      }
    }
  }

  private forget(): void {
    forgetHeard(this.source, Date.now() - rememberedFor).catch((err: unknown) =>
      log.debug({ err }, 'what was heard long ago is remembered for another hour'),
    );
  }
}
