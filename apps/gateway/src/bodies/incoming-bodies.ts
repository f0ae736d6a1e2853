import type { IncomingMessage } from 'node:http';
import { addressBlock, fairPlaces, FairSlots, shareOf, type CallContext } from '@holdfast/kernel';
import { ComingBody, type BodyRooms } from './coming-body.js';

/** The part of the room that all have together who have no account. */
const forStrangers = 1 / 8;
/** So many bodies may wait for room: each has up to 256 KiB more in the buffers of its connection. */
const waiting = fairPlaces(128);
const waitingStrangers = { total: 32, each: [8] };
/** How often it is looked whether others have to make room, while somebody waits (ms). */
const every = 250;

/**
 * The memory for bodies of the API, from their first byte until their requests are answered. A body takes room for
 * what has come of it; where there is none it is not read on until there is some. Who has no account shares an eighth
 * with all others who have none, of which an address gets a quarter. Of the rest a company has three quarters at most
 * and an account a quarter. Small bodies are not counted.
 */
export class IncomingBodies {
  private readonly strangers: FairSlots<ComingBody>;
  private readonly known: FairSlots<ComingBody>;
  private readonly waiting = new Set<ComingBody>();
  private watch: NodeJS.Timeout | undefined;

  /** `bytes` in all; `patience`: milliseconds that a body waits for room. */
  constructor(
    bytes: number,
    private readonly patience = 3_000,
  ) {
    const few = Math.ceil(bytes * forStrangers);
    this.strangers = new FairSlots({ total: few, each: [Math.ceil(few / 4)] }, waitingStrangers);
    this.known = new FairSlots(fairPlaces(bytes - few), waiting);
  }

  /** The body of a request that is about to be read; whoever asks for it lets it `leave`. */
  of(request: IncomingMessage, ctx: CallContext): ComingBody {
    return new ComingBody(request, () => this.roomsOf(ctx));
  }

  private roomsOf({ principal, address = '' }: CallContext): BodyRooms {
    const { waits } = this;
    return principal
      ? { slots: this.known, parties: [principal.company.uuid, shareOf(principal)], waits }
      : { slots: this.strangers, parties: [addressBlock(address)], waits };
  }

  private readonly waits = (body: ComingBody): void => {
    this.waiting.add(body);
    if (this.watch) return;
    this.watch = setInterval(() => this.look(), every).unref();
    // Not from within the body that waits.
    setImmediate(() => this.look());
  };

  /** Has slow ones make room. Of those who waited in vain one of an account is refused: its room is the next one's. */
  private look(): void {
    this.strangers.makeRoom();
    this.known.makeRoom();
    const refused = new Set<string>();
    const longAgo = performance.now() - this.patience;
    for (const body of this.waiting) {
      const { waitsSince, parties } = body;
      const account = parties[parties.length - 1];
      const inVain = waitsSince !== undefined && waitsSince <= longAgo && !refused.has(account);
      if (inVain) {
        refused.add(account);
        body.refuse();
      }
      if (inVain || waitsSince === undefined) this.waiting.delete(body);
    }
    if (this.waiting.size > 0) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}
