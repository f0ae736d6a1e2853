import type { IncomingMessage } from 'node:http';
import {
  addressBlock,
  DomainError,
  fairPlaces,
  FairSlots,
  shareOf,
  type CallContext,
} from '@holdfast/kernel';
import { AnswerRoom } from './answer-room.js';

/** So many requests may wait for room. */
const waiting = fairPlaces(1024);
/** Who asks for little does not go before a colleague who asks for much; other companies wait for neither. */
const withinCompanies = 0;
/** How often it is looked whose client takes nothing (ms). */
const every = 1_000;

/**
 * The memory for answers that are being made, and for those that their clients have not taken yet. A company has
 * three quarters of it at most and an account a quarter; who has no account counts by his address. Small ones are not
 * counted.
 */
export class UnsentAnswers {
  private readonly slots: FairSlots<AnswerRoom>;
  private readonly rooms = new Set<AnswerRoom>();
  private watch: NodeJS.Timeout | undefined;

  /** `bytes` in all; `patience`: milliseconds that a request waits for its room. */
  constructor(
    bytes: number,
    private readonly patience = 3_000,
  ) {
    this.slots = new FairSlots(fairPlaces(bytes), waiting, withinCompanies);
  }

  /**
   * Room for an answer of so many bytes, at once or after a while; whoever gets it lets it `leave`. What
   * needs more than there is for its account gets it when the account has nothing else.
   * @throws DomainError `unavailable` when none came free in time, or the client went away
   */
  async room(request: IncomingMessage, ctx: CallContext, bytes: number): Promise<AnswerRoom> {
    let begin = (): void => undefined;
    const room = this.made(request, ctx, bytes, () => begin());
    const asked = this.slots.ask(room);
    if (asked === 'begins') return room;
    const mine =
      asked === 'waits' &&
      (await new Promise<boolean>((settle) => {
        const timer = setTimeout(() => settle(false), this.patience);
        begin = () => {
          clearTimeout(timer);
          settle(true);
        };
      }));
    room.waited = true;
    if (mine && !request.socket.destroyed) return room;
    room.leave();
    throw noRoom();
  }

  /**
   * The answer is made, and has so many bytes. `must`: it is held even where there is no room for it, because what it
   * tells has been done.
   * @throws DomainError `unavailable` when it is larger than was thought and does not fit
   */
  settle(room: AnswerRoom, bytes: number, must: boolean): void {
    if (!this.slots.resize(room, bytes, must)) throw noRoom();
  }

  /** Room for an answer that tells what has been done: it is counted, and never refused. */
  taken(request: IncomingMessage, ctx: CallContext, bytes: number): AnswerRoom {
    const room = this.made(request, ctx, bytes, () => undefined);
    this.slots.take(room);
    return room;
  }

  private made(request: IncomingMessage, ctx: CallContext, bytes: number, begin: () => void): AnswerRoom {
    const room = new AnswerRoom(partiesOf(ctx), bytes, request, begin, this.leave);
    this.rooms.add(room);
    this.watch ??= setInterval(() => this.look(), every).unref();
    return room;
  }

  private readonly leave = (room: AnswerRoom): void => {
    this.rooms.delete(room);
    this.slots.leave(room);
  };

  private look(): void {
    for (const room of this.rooms) room.slow();
    this.slots.makeRoom();
    if (this.rooms.size > 0) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}

const partiesOf = ({ principal, address = '' }: CallContext): [company: string, account: string] =>
  principal ? [principal.company.uuid, shareOf(principal)] : ['', addressBlock(address)];

const noRoom = (): DomainError => DomainError.unavailable('too much is being sent and not taken by clients');
