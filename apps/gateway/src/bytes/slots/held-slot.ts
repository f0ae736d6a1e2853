import { Pace, shareOf, type Principal, type TurnTaker } from '@holdfast/kernel';
import { ended, giveUp, type Exchange } from '../exchange.js';
import { Refusal } from '../refusal.js';

/** Whoever has more slots than that, and one of them for so long (ms), must move more in it (bytes a second). */
const few = 2;
const longHeld = 60_000;
const livelyRate = 16 * 1024;

/** The slot of one transfer, or its place among those that wait for one. */
export class HeldSlot implements TurnTaker {
  readonly parties: readonly string[];
  private readonly pace: Pace;
  private readonly before: number;
  private readonly since: number;

  constructor(
    private readonly exchange: Exchange,
    principal: Principal,
    private readonly now: () => number = Date.now,
  ) {
    this.since = now();
    this.pace = new Pace(now);
    this.parties = [principal.company.uuid, shareOf(principal)];
    this.before = this.moved();
  }

  gone(): Promise<void> {
    return ended(this.exchange);
  }

  /** Some accounts that trickle could else have all slots together for hours. `held`: how many its account has. */
  slow(held: number): boolean {
    const mustBeLively = held > few && this.now() - this.since > longHeld;
    const rate = mustBeLively ? livelyRate : undefined;
    return this.isWaitedFor() && this.pace.isSlow(this.moved() - this.before, rate);
  }

  end(): void {
    giveUp(this.exchange, new Refusal(408, 'the transfer was too slow while others waited'));
  }

  /** The client owes bytes, or has to take some; else git or a disk is at work. */
  private isWaitedFor(): boolean {
    const { req, res, sending } = this.exchange;
    return res.writableLength > 0 || (!req.complete && sending?.writableNeedDrain !== true);
  }

  /** Bytes that went over the connection, both ways. */
  private moved(): number {
    const { socket } = this.exchange.req;
    return socket.bytesRead + socket.bytesWritten - socket.writableLength;
  }
}
