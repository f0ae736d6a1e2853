import { finished } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { DomainError, type Contender, type FairSlots } from '@holdfast/kernel';
import { deadlines } from '../http/deadlines.js';
import { smallBody } from '../http/flood.rules.js';
import { isSlow, roomFor } from './body-size.rules.js';
import { Gathered } from './gathered.js';

/** For so long a body is measured before it is called slow (ms). */
const window = 1_000;

/** Where the room of a body comes from. */
export interface BodyRooms {
  slots: FairSlots<ComingBody>;
  /** As those of a contender. */
  parties: readonly string[];
  /** To be called when a body has to wait for room. */
  waits(body: ComingBody): void;
}

/**
 * The body of a request: what has come of it takes room until its request is answered, and what is not there yet takes
 * none.
 */
export class ComingBody implements Contender {
  /** Bytes of room that it has or waits for. */
  places = 0;
  /** Bytes a second, when it was last looked at. */
  rate = 0;
  /** Since when it waits for room (ms); undefined: it does not. */
  waitsSince: number | undefined;
  private come = 0;
  private rooms: BodyRooms | undefined;
  private isRead = false;
  private crawls = false;
  /** What had come when it was last looked at, and when that was. */
  private seen = 0;
  private since = 0;
  private fail: (error: DomainError) => void = () => undefined;

  /** `roomsOf`: asked when it needs room at all. */
  constructor(
    private readonly request: IncomingMessage,
    private readonly roomsOf: () => BodyRooms,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get parties(): readonly string[] {
    return this.rooms?.parties ?? [];
  }

  /** Bytes that have come. */
  get size(): number {
    return this.come;
  }

  /**
   * All of it, once it is there. `limit`: most bytes; `patience`: milliseconds for all of it.
   * @throws DomainError `too_large`, `malformed` when it breaks off, `timed_out` when it takes too long, or is slow
   * while others wait, `unavailable` when there is no room for it
   */
  bytes(limit: number, patience = deadlines.body): Promise<Buffer> {
    const { request } = this;
    if (!request.complete || request.readableLength > smallBody) return this.collect(limit, patience);
    const whole = (request.read() as Buffer | null) ?? Buffer.alloc(0);
    this.come = whole.length;
    return Promise.resolve(whole);
  }

  begin(): void {
    if (this.waitsSince === undefined) return;
    this.waitsSince = undefined;
    this.crawls = false;
    this.look(this.now());
    this.request.resume();
  }

  slow(): boolean {
    if (this.isRead || this.waitsSince !== undefined) return false;
    const now = this.now();
    const passed = now - this.since;
    if (passed < window) return this.crawls;
    const moved = this.come - this.seen;
    this.crawls = isSlow(moved, passed);
    this.rate = (moved * 1000) / passed;
    this.look(now);
    return this.crawls;
  }

  end(): void {
    this.fail(new DomainError('timed_out', { reason: 'the body came too slowly while others waited' }));
  }

  /** It does not get the room for which it waits. */
  refuse(): void {
    this.fail(noRoom());
  }

  /** The request is answered, or nobody wants the body. */
  leave(): void {
    this.rooms?.slots.leave(this);
  }

  private collect(limit: number, patience: number): Promise<Buffer> {
    const { request } = this;
    const gathered = new Gathered();
    this.since = this.now();
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.isRead = true;
        this.waitsSince = undefined;
        clearTimeout(late);
        forget();
        request.off('data', onData);
        this.fail = () => undefined;
      };
      this.fail = (error) => {
        settle();
        this.leave();
        // What is left of it has to go by, for the next request stands behind it.
        request.resume();
        reject(error);
      };
      const onData = (piece: Buffer): void => {
        this.come += piece.length;
        if (this.come > limit) return this.fail(new DomainError('too_large'));
        gathered.add(piece);
        if (this.come > Math.max(this.places, smallBody)) this.grow();
      };
      const late = setTimeout(() => this.fail(new DomainError('timed_out')), patience);
      const forget = finished(request, { writable: false }, (error) => {
        if (error) return this.fail(new DomainError('malformed', { reason: 'the body broke off' }));
        settle();
        resolve(gathered.whole());
      });
      request.on('data', onData);
    });
  }

  private grow(): void {
    this.rooms ??= this.roomsOf();
    this.places = roomFor(this.come);
    const asked = this.rooms.slots.ask(this);
    if (asked === 'begins') return;
    if (asked === 'refused') return this.refuse();
    this.waitsSince = this.now();
    this.request.pause();
    this.rooms.waits(this);
  }

  private look(now: number): void {
    this.since = now;
    this.seen = this.come;
  }
}

const noRoom = (): DomainError => DomainError.unavailable('too many bodies are coming');
