import type { Told } from './telling.js';

/** More places that have fallen silent are not remembered: so many storage nodes nobody has. */
const mostGone = 1_000;
/** A longer name is none of a place. */
const longestName = 200;

/** Milliseconds. A process that says nothing for so long answers no calls either. */
const longestSilence = 2_500;

/**
 * Which processes serve a place, a service on one storage node, by their heartbeats. What they were asked is never
 * answered once they have ended: whoever waits for it is told as soon as that is seen. Times are milliseconds of a
 * clock that never goes back.
 */
export class HeardPlaces {
  /** When each process of a place was heard last. */
  private readonly places = new Map<string, Map<string, number>>();
  /** Those that have fallen silent, until somebody speaks for them. */
  private readonly gone = new Set<string>();
  /** When the only process of a place said that it ends: by then it takes no calls any more. */
  private readonly left = new Map<string, number>();

  /** `ended`: hears of a place whose process has ended; `until` when it took calls, where that is known. */
  constructor(private readonly ended: (place: string, until?: number) => void) {}

  /**
   * A message came, by a subject of a service: only that speaks for its places. A new process at a place is there
   * because the one before it is not.
   */
  hear({ process, place, over }: Told, subject: string, now: number): void {
    if (place === undefined || place.length > longestName || !isOf(subject, place)) return;
    this.gone.delete(place);
    const known = this.places.get(place);
    if (known && !known.has(process)) this.end(place);
    const processes = (known ?? new Map<string, number>()).set(process, now);
    this.places.set(place, processes);
    if (over && processes.size === 1) this.left.set(place, now);
  }

  /** Whether it was heard once, and nobody speaks for it now. */
  isGone(place: string): boolean {
    return this.gone.has(place);
  }

  /** Call it several times a second. */
  listen(now: number): void {
    for (const [place, processes] of this.places) {
      for (const [process, heard] of processes) if (now - heard >= longestSilence) processes.delete(process);
      if (processes.size > 0) continue;
      this.places.delete(place);
      if (this.gone.size < mostGone) this.gone.add(place);
      this.end(place);
    }
  }

  private end(place: string): void {
    this.ended(place, this.left.get(place));
    this.left.delete(place);
  }

  /** The connection broke. */
  disconnected(): void {
    this.places.clear();
    this.gone.clear();
    this.left.clear();
  }
}

/** The broker lets nobody say anything by the subjects of another service: `event.<service>.…`. */
const isOf = (subject: string, place: string): boolean => place.startsWith(`${subject.split('.', 2)[1]} `);
