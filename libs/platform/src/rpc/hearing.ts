import type { Told } from './telling.js';

/** Milliseconds without a word after which a process counts as gone. */
const longestSilence = 1_000;

interface Speaker {
  number: number;
  heard: number;
  over: boolean;
}

/**
 * What this process hears of the processes of one service. Whoever keeps what the service may change listens to the
 * events, forgets all of it when something is lost, and keeps nothing while the service is not heard. Lost is: an event
 * that was told and did not come, all that a process told before it was heard, and what one that is silent may tell.
 * Times are milliseconds of a clock that never goes back.
 */
export class Hearing {
  private readonly speakers = new Map<string, Speaker>();
  private readonly listeners = new Map<string, ((event: never) => void)[]>();
  private readonly forget: (() => void)[] = [];

  /** Nobody of the service is heard: what it answers now must not be kept. */
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
    // Its successor is heard, so that nothing depends on who said goodbye any more.
    if (!known) this.forgetSpeakers((each) => each.over);
    this.speakers.set(process, { number, heard: now, over: over === true });
    if (over) this.leave(process);
    if (event !== undefined)
      for (const listener of this.listeners.get(subject) ?? []) listener(event as never);
  }

  /** To be called several times a second: forgets who has been silent for too long. */
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
