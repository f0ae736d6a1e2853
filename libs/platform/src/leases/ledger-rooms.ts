import type { CallSubject } from '@holdfast/contracts';
import { ownContext } from '../rpc/wire.js';
import type { Rpc } from '../rpc/rpc.js';
import type { Wanted } from './lease.rules.js';
import { NoRoom } from './lease.js';

/** Asks the ledger of another service for room for an owner, by the name of a lease. */
export type LeaseQuestion<Owner> = Owner & Wanted & { lease: string };

/** How the ledger of another service is asked. */
export interface LedgerCalls<Owner, Refused> {
  lease: CallSubject<LeaseQuestion<Owner>, { held: number } | Refused>;
  renew: CallSubject<{ leases: string[] }, void>;
  /** The limit that is reached, in one line. It may be shown to the client. */
  reasonOf(answer: Refused): string;
}

/** The room that the ledger of another service gives. What an owner is, only the ledger knows. */
export class LedgerRooms<Owner extends object, Refused extends object> {
  /** `service`: the service that asks. */
  constructor(
    private readonly rpc: Rpc,
    private readonly service: string,
    private readonly calls: LedgerCalls<Owner, Refused>,
  ) {}

  /**
   * Sets how many bytes a lease (by its name) holds for the owner, and answers how many it got. It may be repeated.
   * @throws NoRoom
   */
  async hold(owner: Owner, lease: string, wanted: Wanted): Promise<number> {
    const asked = { lease, ...owner, ...wanted };
    const ctx = ownContext(this.service);
    const answer = await this.rpc.call(this.calls.lease, ctx, asked);
    if ('held' in answer) return answer.held;
    throw new NoRoom(this.calls.reasonOf(answer));
  }

  async renew(leases: readonly string[]): Promise<void> {
    await this.rpc.call(this.calls.renew, ownContext(this.service), { leases: [...leases] });
  }
}
