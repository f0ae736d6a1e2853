import { Readable } from 'node:stream';
import {
  DomainError,
  fairPlaces,
  shareOf,
  Turns,
  type PlaceLimits,
  type Principal,
  type TurnTaker,
} from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

/** Bytes of all that are on their way. */
const most = fairPlaces(128 * 1024 * 1024);
const waiting = fairPlaces(256);
/** Nobody waits longer for room: a call of the gateway is given up after ten seconds (ms). */
const usualPatience = 4_000;
/** A text of which nothing is taken for so long goes when others wait (ms). */
const silence = 10_000;
const pieceLength = 64 * 1024;

/** A part of a text that somebody may take, once. */
export interface GivenPart {
  open(): Promise<Readable>;
  /** It will not be taken. */
  forget(): void;
}

/** One text, for all who take the same: it is in memory as long as one of them has not come to its end. */
class SentText implements TurnTaker {
  readonly places: number;
  private readonly takers = new Set<Readable>();
  private users = 0;
  private since = performance.now();
  private leave: () => void = () => undefined;
  /** It is in memory no more. */
  isEnded = false;
  /** Resolves when it is not. */
  readonly ended = new Promise<void>((resolve) => (this.leave = resolve));

  constructor(
    readonly parties: readonly string[],
    private bytes: Buffer,
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
    this.leave();
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
 * Computed texts that are too large for an answer, from when they are promised until their clients have taken them, or
 * do not want them. A company has three quarters of the memory for them and an account a quarter; a text that several
 * take counts once.
 */
export class SentTexts {
  private readonly turns: Turns;
  /** Those that have room, by what tells them apart. */
  private readonly known = new Map<string, SentText>();

  constructor(places: PlaceLimits, patience = usualPatience) {
    this.turns = new Turns(places, waiting, patience);
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
      const text = this.current(tag) ?? (await this.enter(principal, tag, bytes));
      if (!text.isEnded) return text.part(offset, length);
    }
  }

  private current(tag: string): SentText | undefined {
    const text = this.known.get(tag);
    return text?.isEnded === false ? text : undefined;
  }

  private enter(principal: Principal, tag: string, bytes: Buffer): Promise<SentText> {
    const text = new SentText([principal.company.uuid, shareOf(principal)], bytes);
    return new Promise((resolve, reject) => {
      const sent = async (): Promise<void> => {
        // Others may have come with the same while this one waited.
        const current = this.current(tag);
        resolve(current ?? text);
        if (current) return;
        this.known.set(tag, text);
        await text.ended;
        if (this.known.get(tag) === text) this.known.delete(tag);
      };
      const refused = (): never => {
        throw DomainError.unavailable('too many large texts are sent and not taken');
      };
      this.turns.run(text, sent, refused).catch(reject);
    });
  }
}

/** Those of this process. */
@Injectable()
export class LargeTexts extends SentTexts {
  constructor() {
    super(most);
  }
}
