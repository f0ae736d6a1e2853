import { shareOf, SlotPace, type Principal, type TurnTaker } from '@holdfast/kernel';
import { ended, giveUp, type Exchange } from '../exchange.js';
import { Refusal } from '../refusal.js';

/** The slot of one transfer, or its place among those that wait for one. */
export class HeldSlot implements TurnTaker {
  readonly parties: readonly string[];
  private readonly pace: SlotPace;
  private readonly before: number;

  constructor(
    private readonly exchange: Exchange,
    principal: Principal,
    now: () => number = Date.now,
  ) {
    this.pace = new SlotPace(now);
    this.parties = [principal.company.uuid, shareOf(principal)];
    this.before = this.moved();
  }

  gone(): Promise<void> {
    return ended(this.exchange);
  }

  slow(held: number): boolean {
    return this.isWaitedFor() && this.pace.isSlow(this.moved() - this.before, held);
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
