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

  constructor(private readonly now: () => number = () => performance.now()) {}

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

  /** How many are out that are good for a write to the repository (uuid). */
  writing(repository: string): number {
    this.dropExpired();
    let count = 0;
    for (const { grant } of this.issued.values()) if (writesTo(grant) === repository) count += 1;
    return count;
  }

  /** They are no longer good. */
  dropWriting(repository: string): void {
    for (const [ticket, { grant }] of this.issued)
      if (writesTo(grant) === repository) this.issued.delete(ticket);
  }

  get size(): number {
    return this.issued.size;
  }

  /** Somebody has one with whom he has not come yet. */
  get areOut(): boolean {
    this.dropExpired();
    return this.issued.size > 0;
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

/** The repository to which the grant may write. */
export const writesTo = (grant: ByteGrant): string | undefined => {
  if ('arrival' in grant) return undefined;
  return 'body' in grant || 'upload' in grant || grant.writes ? grant.repository : undefined;
};
