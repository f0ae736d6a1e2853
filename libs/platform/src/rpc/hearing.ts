import type { Told } from './telling.js';

/** Milliseconds. A process that says nothing for so long is taken for ended. */
const longestSilence = 1_000;

interface Speaker {
  number: number;
  heard: number;
  over: boolean;
}

/**
 * What this process hears from the processes of one service. Whoever caches what the service may change listens to its
 * events, forgets everything when something may be lost, and caches nothing while the service is not heard. Something
 * may be lost when a number is missing, when a process is heard for the first time, and when one has become silent.
 * Times are milliseconds of a clock that never goes back.
 */
export class Hearing {
  private readonly speakers = new Map<string, Speaker>();
  private readonly listeners = new Map<string, ((event: never) => void)[]>();
  private readonly forget: (() => void)[] = [];

  /** No process of the service is heard. What it answers now must not be cached. */
  get deaf(): boolean {
    return this.speakers.size === 0;
  }

  on<E>(subject: string, hear: (event: E) => void): void {
    this.listeners.set(subject, [...(this.listeners.get(subject) ?? []), hear]);
  }

  onLost(then: () => void): void {
    this.forget.push(then);
  }

  /** A message came. */
  hear(subject: string, { process, number, event, over }: Told, now: number): void {
    const known = this.speakers.get(process);
    const expected = known && known.number + (event === undefined ? 0 : 1);
    if (expected === undefined || number > expected) this.lost();
    // A new process is heard, so those that have said goodbye are no longer needed to count as heard.
    if (!known) this.forgetSpeakers((each) => each.over);
    this.speakers.set(process, { number, heard: now, over: over === true });
    if (over) this.leave(process);
    if (event !== undefined)
      for (const listener of this.listeners.get(subject) ?? []) listener(event as never);
  }

  /** Call it several times a second. It forgets processes that have been silent for too long. */
  listen(now: number): void {
    if (this.forgetSpeakers(({ heard }) => now - heard >= longestSilence)) this.lost();
  }

  /** The connection broke. */
  disconnected(): void {
    this.speakers.clear();
    this.lost();
  }

  /** The last one stays until it has been silent for long: a service that nobody speaks for is not heard. */
  private leave(process: string): void {
    if (this.speakers.size > 1) this.speakers.delete(process);
  }

  /** Whether there were any. */
  private forgetSpeakers(which: (speaker: Speaker) => boolean): boolean {
    const before = this.speakers.size;
    for (const [process, speaker] of this.speakers) if (which(speaker)) this.speakers.delete(process);
    return this.speakers.size < before;
  }

  private lost(): void {
    for (const then of this.forget) then();
  }
}
