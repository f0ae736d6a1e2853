import type { ServerResponse } from 'node:http';
import { bufferSpent, SlotPace } from '@holdfast/kernel';
import { BodyFailure } from './body-failure.js';
import { ProgramPace } from './program-pace.js';

/** Whose turn it is to speak; absent: the client's. */
export interface Floor {
  /** The other side, a program of ours, has the word, or thinks. */
  readonly programSpeaks: boolean;
  /**
   * It has said nothing for so long that nobody knows whether it thinks or waits for more of the client: only the
   * client says where its turn ends.
   */
  readonly programIsSilent: boolean;
}

/** Silence of the program itself ends a transfer as well: after so many times the patience with its client. */
const longThought = 10;

/** Who moves less than that while others wait (bytes) stands still. */
const standing = 16 * 1024;

/** Every transfer ends with its client's leaving: to make one of it each time costs more than the rest of that. */
const leaving = new DOMException('the client has left', 'AbortError');

/**
 * The client of one transfer: how long we wait for it, how fast it is, and whether it is still there. Only while we
 * wait for it can it be too slow: the program may.
 */
export class TransferClient {
  private bytes = 0;
  private readonly pace = new SlotPace();
  private readonly leaving = new AbortController();
  private talk: ProgramPace | undefined;
  /** How much had moved, and since when no more has that counts. */
  private stood: { bytes: number; since: number } | undefined;
  private isAtIt = (): boolean => false;
  private until = Infinity;
  private readonly waits = new Map<(failure: BodyFailure) => void, Floor | undefined>();

  /**
   * `idle`: how long it may let us wait for anything at all (ms). `thought`: how long nearly nothing may move while
   * others wait, whoever is waited for (ms).
   */
  constructor(
    private readonly idle: number,
    private readonly thought = Infinity,
  ) {}

  /** The one who is answered; it leaves when its connection ends. */
  static of(response: ServerResponse, idle: number, thought?: number): TransferClient {
    const client = new TransferClient(idle, thought);
    response.once('close', () => client.leave());
    if (response.destroyed) client.leave();
    return client;
  }

  /** It went away, or had to go. */
  get gone(): AbortSignal {
    return this.leaving.signal;
  }

  /** Resolves when it is gone. */
  left(): Promise<void> {
    if (this.gone.aborted) return Promise.resolve();
    return new Promise((resolve) => this.gone.addEventListener('abort', () => resolve(), { once: true }));
  }

  /** Too slow for the turn that it has while others wait; `held`: how many its account has. */
  isSlow(held: number): boolean {
    const now = Date.now();
    if (this.standsStill(now) || now > this.until) return true;
    const waits = [...this.waits.values()];
    const letsWait = waits.length > 0 ? this.talk?.isSlow(this.bytes, held) : false;
    if (letsWait) return true;
    const isWaitedFor = waits.some((floor) =>
      floor ? letsWait === undefined && (!floor.programSpeaks || floor.programIsSilent) : true,
    );
    return isWaitedFor && this.pace.isSlow(this.bytes, held);
  }

  /** What need not end gives way to others after so long (ms), whatever it moves. */
  givesWayAfter(most: number): void {
    this.until = Date.now() + most;
  }

  /** Whose end has to be waited for does not stand still as long as `isAtIt` says so. */
  standsWhile(isAtIt: () => boolean): void {
    this.isAtIt = isAtIt;
  }

  private standsStill(now: number): boolean {
    if (!this.stood || this.isAtIt() || this.bytes - this.stood.bytes >= standing)
      this.stood = { bytes: this.bytes, since: now };
    return now - this.stood.since > this.thought;
  }

  /**
   * From now on it talks with a program that has `used` so much of the processors (ms; undefined: nobody knows). Then
   * the whole of that counts, and not who seems to have the word: what the program has worked, and what was moved,
   * against the time that passed. Where it is called again another program goes on with the talk.
   */
  talksWith(used: () => number | undefined): void {
    if (this.talk) this.talk.goesOn(used);
    else this.talk = new ProgramPace(used);
  }

  /** The program waits for us until this has ended: it is no time that its client lets anybody wait. */
  ours<T>(work: Promise<T>): Promise<T> {
    return this.talk?.ours(work) ?? work;
  }

  /** How long it has let others wait, in sum (ms). */
  get waited(): number {
    return this.talk?.waited ?? 0;
  }

  /** It has not yet taken what was said. */
  get isBehind(): boolean {
    return [...this.waits.values()].includes(undefined);
  }

  /** So many have moved in either direction. */
  get movedBytes(): number {
    return this.bytes;
  }

  /** Bytes of its own, or of ours that it took; they came in buffers, which nobody needs any more soon. */
  moved(bytes: number): void {
    this.took(bytes);
    bufferSpent(bytes);
  }

  /** It took so many bytes of ours, whose memory is used again. */
  took(bytes: number): void {
    this.bytes += bytes;
  }

  leave(): void {
    this.leaving.abort(leaving);
  }

  /** Others of its account wait, and it is slow. */
  giveWay(): void {
    const failure = new BodyFailure('stalled', 408, 'the transfer was too slow while others waited');
    for (const fail of this.waits.keys()) fail(failure);
    this.leaving.abort(failure);
  }

  /**
   * Waits for something that the client has to do; `floor`: where both sides speak, it may wait itself. Then what
   * moves in either direction starts its time anew.
   * @throws BodyFailure `stalled` when it does not do it in time or has to give way.
   */
  async answers<T>(work: Promise<T>, floor?: Floor): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let fail: (failure: BodyFailure) => void = () => undefined;
    let seen = this.bytes;
    let silences = 0;
    const late = new Promise<never>((_, reject) => {
      fail = reject;
      const look = () => {
        silences = this.bytes === seen && !this.talk?.isOurs ? silences + 1 : 0;
        seen = this.bytes;
        const patient = floor && silences < (floor.programSpeaks ? longThought : 1);
        if (patient) timer = setTimeout(look, this.idle);
        else reject(new BodyFailure('stalled', 408, 'the request body stalled'));
      };
      timer = setTimeout(look, this.idle);
    });
    work.catch(() => undefined);
    this.waits.set(fail, floor);
    return Promise.race([work, late]).finally(() => {
      clearTimeout(timer);
      this.waits.delete(fail);
    });
  }
}
