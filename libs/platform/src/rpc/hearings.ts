import { performance } from 'node:perf_hooks';
import type { Feed } from '@holdfast/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { HeardPlaces } from './heard-places.js';
import { Hearing } from './hearing.js';
import { listen } from './listen.js';
import type { Told } from './telling.js';

/** Milliseconds between two looks at who has been silent. */
const lookEvery = 100;

/** One hearing for each feed that somebody of this process listens to. */
export class Hearings {
  private readonly hearings = new Map<Feed, Hearing>();
  private readonly places: HeardPlaces;
  private timer: NodeJS.Timeout | undefined;
  private looked = 0;

  /** `ended`: hears of a place whose process has ended; `until` when it took calls, where that is known. */
  constructor(
    private readonly connection: NatsConnection,
    ended: (place: string, until?: number) => void,
  ) {
    this.places = new HeardPlaces(ended);
  }

  of(feed: Feed): Hearing {
    const known = this.hearings.get(feed);
    if (known) return known;
    const hearing = new Hearing();
    this.hearings.set(feed, hearing);
    for (const subject of [feed.pulse, ...feed.events]) this.subscribe(subject, hearing);
    this.timer ??= setInterval(() => this.look(), lookEvery).unref();
    return hearing;
  }

  /** Whether a place was heard once, and nobody speaks for it now. */
  isGone(place: string): boolean {
    return this.places.isGone(place);
  }

  disconnected(): void {
    for (const hearing of this.hearings.values()) hearing.disconnected();
    this.places.disconnected();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private subscribe(subject: string, hearing: Hearing): void {
    listen<Told>(this.connection, subject, (told) => {
      const now = performance.now();
      this.places.hear(told, subject, now);
      hearing.hear(subject, told, now);
    });
  }

  /** After a pause of this process itself, what came meanwhile is read before anybody counts as silent. */
  private look(): void {
    const paused = performance.now() - this.looked > 3 * lookEvery;
    this.looked = performance.now();
    if (paused) setImmediate(() => this.listen());
    else this.listen();
  }

  private listen(): void {
    const now = performance.now();
    for (const hearing of this.hearings.values()) hearing.listen(now);
    this.places.listen(now);
  }
}
