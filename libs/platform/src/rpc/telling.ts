import { randomUUID } from 'node:crypto';

/** Milliseconds between two heartbeats. */
const beat = 250;

/** A message of a process to others. Without `event` it is a heartbeat: all up to `number` has been told. */
export interface Told<E = unknown> {
  /** Which process; a new one has a new name. */
  process: string;
  /** Events that the process has told so far, this one included. */
  number: number;
  event?: E;
  /** The place that it serves, of a service that has one on each storage node (`placeOf`). */
  place?: string;
  /** The process ends: it tells nothing any more. */
  over?: true;
}

/** The numbered events of this process, and the heartbeat by which others notice what they missed. */
export class Telling {
  private readonly process = randomUUID();
  private number = 0;
  private timer: NodeJS.Timeout | undefined;
  private pulse: string | undefined;
  private place: string | undefined;

  constructor(private readonly send: (subject: string, message: string) => void) {}

  /** `pulse`: subject of the heartbeat. */
  begin(pulse: string, place?: string): void {
    this.pulse = pulse;
    this.place = place;
    this.beat({});
    this.timer = setInterval(() => this.beat({}), beat).unref();
  }

  tell(subject: string, event: unknown): void {
    this.number += 1;
    this.send(subject, this.message({ event }));
  }

  /** Says goodbye, so that others do not take the silence that follows for a loss. */
  end(): void {
    clearInterval(this.timer);
    this.beat({ over: true });
    this.pulse = undefined;
  }

  private beat(more: Pick<Told, 'over'>): void {
    if (this.pulse !== undefined) this.send(this.pulse, this.message(more));
  }

  private message(more: Partial<Told>): string {
    const { process, number, place } = this;
    return JSON.stringify({
      process,
      number,
      ...(place === undefined ? {} : { place }),
      ...more,
    } satisfies Told);
  }
}
