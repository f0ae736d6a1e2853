import { randomBytes } from 'node:crypto';
import type { ByteGrant } from './messages.js';

interface Issued {
  grant: ByteGrant;
  expires: number;
}

/** From issue to the first byte of the transfer (ms); how long the transfer then takes does not matter. */
const lifetime = 30_000;

/** Tickets live in this process only and are good for one exchange. */
export class Tickets {
  private readonly issued = new Map<string, Issued>();

  constructor(private readonly now: () => number = Date.now) {}

  issue(grant: ByteGrant): string {
    this.dropExpired();
    const ticket = randomBytes(16).toString('hex');
    this.issued.set(ticket, { grant, expires: this.now() + lifetime });
    return ticket;
  }

  /** What the ticket allows, if it is good for this method and path. Whatever it is, it is used up. */
  redeem(ticket: string | undefined, method: string, path: string): ByteGrant | undefined {
    const issued = ticket === undefined ? undefined : this.issued.get(ticket);
    if (ticket === undefined || !issued) return undefined;
    this.issued.delete(ticket);
    const { grant, expires } = issued;
    const { exchange } = grant;
    const isFor = method === exchange.method && path === exchange.path;
    return isFor && this.now() < expires ? grant : undefined;
  }

  get size(): number {
    return this.issued.size;
  }

  /** They are kept in the order of their issue, so the expired ones come first. */
  private dropExpired(): void {
    const now = this.now();
    for (const [ticket, { expires }] of this.issued) {
      if (expires > now) return;
      this.issued.delete(ticket);
    }
  }
}
