import { Readable } from 'node:stream';
import {
  DomainError,
  fairPlaces,
  FairSlots,
  shareOf,
  type Contender,
  type PlaceLimits,
  type Principal,
} from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

/** Bytes of all that are on their way. */
const most = fairPlaces(128 * 1024 * 1024);
const waiting = fairPlaces(256);
/** Nobody waits longer for room: a call of the gateway is given up after ten seconds (ms). */
const usualPatience = 4_000;
/** A text of which nothing is taken for so long goes when others wait (ms). */
const silence = 10_000;
/** How often it is looked for such ones (ms). */
const every = 1_000;
const pieceLength = 64 * 1024;

/** A part of a text that somebody may take, once. */
export interface GivenPart {
  open(): Promise<Readable>;
  /** It will not be taken. */
  forget(): void;
}

/** One text, for all who take the same: it is in memory as long as one of them has not come to its end. */
class SentText implements Contender {
  begin: () => void = () => undefined;
  readonly places: number;
  private readonly takers = new Set<Readable>();
  private users = 0;
  private since = performance.now();
  /** It is in memory no more. */
  isEnded = false;

  constructor(
    readonly parties: readonly string[],
    private bytes: Buffer,
    private readonly leave: (text: SentText) => void,
  ) {
    this.places = bytes.length;
  }

  slow(): boolean {
    return performance.now() - this.since >= silence;
  }

  end(): void {
    this.isEnded = true;
    for (const taker of this.takers) taker.destroy();
    this.bytes = Buffer.alloc(0);
    this.leave(this);
  }

  part(offset: number, length: number): GivenPart {
    this.users += 1;
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      this.users -= 1;
      if (this.users === 0 && !this.isEnded) this.end();
    };
    return { open: () => Promise.resolve(this.opened(offset, length, over)), forget: over };
  }

  private opened(offset: number, length: number, over: () => void): Readable {
    if (this.isEnded) throw DomainError.unavailable('the text had to make room for others');
    const taker = Readable.from(this.pieces(offset, length), { objectMode: false });
    this.takers.add(taker);
    taker.once('close', () => {
      this.takers.delete(taker);
      over();
    });
    return taker;
  }

  private *pieces(offset: number, length: number): Generator<Buffer> {
    for (let at = offset; at < offset + length; at += pieceLength) {
      this.since = performance.now();
      yield this.bytes.subarray(at, Math.min(at + pieceLength, offset + length));
    }
  }
}

/**
 * Computed texts that are too large for an answer, from when they are promised until their clients have taken them, or do
 * not want them. A company has three quarters of the memory for them and an account a quarter; a text that several take
 * counts once.
 */
export class SentTexts {
  private readonly slots: FairSlots<SentText>;
  /** Those that have room, by what tells them apart. */
  private readonly known = new Map<string, SentText>();
  private watch: NodeJS.Timeout | undefined;

  constructor(
    places: PlaceLimits,
    private readonly patience = usualPatience,
  ) {
    this.slots = new FairSlots(places, waiting);
  }

  /**
   * Part of a text, of which `tag` says which it is.
   * @throws DomainError `unavailable` when there is no room in time
   */
  async part(
    { principal, tag, bytes }: { principal: Principal; tag: string; bytes: Buffer },
    { offset, length }: { offset: number; length: number },
  ): Promise<GivenPart> {
    for (;;) {
      const text = this.known.get(tag) ?? (await this.enter(principal, tag, bytes));
      if (!text.isEnded) return text.part(offset, length);
    }
  }

  private async enter(principal: Principal, tag: string, bytes: Buffer): Promise<SentText> {
    const text = new SentText([principal.company.uuid, shareOf(principal)], bytes, (each) => {
      if (this.known.get(tag) === each) this.known.delete(tag);
      this.slots.leave(each);
    });
    if (!(await this.hasRoom(text))) {
      this.slots.leave(text);
      throw DomainError.unavailable('too many large texts are sent and not taken');
    }
    // Others may have come with the same while this one waited.
    const known = this.known.get(tag);
    if (known) this.slots.leave(text);
    else this.known.set(tag, text);
    return known ?? text;
  }

  private hasRoom(text: SentText): Promise<boolean> {
    return new Promise((resolve) => {
      text.begin = () => resolve(true);
      const asked = this.slots.ask(text);
      if (asked === 'refused') resolve(false);
      if (asked !== 'waits') return;
      this.watch ??= setInterval(() => this.look(), every).unref();
      setTimeout(() => resolve(false), this.patience).unref();
    });
  }

  private look(): void {
    this.slots.makeRoom();
    if (this.slots.someWait) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}

/** Those of this process. */
@Injectable()
export class LargeTexts extends SentTexts {
  constructor() {
    super(most);
  }
}
