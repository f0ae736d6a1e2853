import { ownContext } from '../rpc/wire.js';
import type { Rpc } from '../rpc/rpc.js';
import type { Wanted } from './lease.rules.js';
import { NoRoom } from './lease.js';

/** How the ledger of another service is asked for room: the subjects of its calls. */
export interface LedgerCalls<Refused> {
  lease: string;
  renew: string;
  /** The limit that is in the way in one line, for whoever sent the bytes. */
  reasonOf(answer: Refused): string;
}

/** The room that the ledger of another service gives to owners, which are opaque here. */
export class LedgerRooms<Owner extends object, Refused extends object> {
  /** `service`: who asks. */
  constructor(
    private readonly rpc: Rpc,
    private readonly service: string,
    private readonly calls: LedgerCalls<Refused>,
  ) {}

  /**
   * Sets what is held for the owner under the name of a lease and answers it; repeatable.
   * @throws NoRoom
   */
  async hold(owner: Owner, lease: string, wanted: Wanted): Promise<number> {
    const asked = { lease, ...owner, ...wanted };
    const ctx = ownContext(this.service);
    const answer = await this.rpc.call<{ held: number } | Refused>(this.calls.lease, ctx, asked);
    if ('held' in answer) return answer.held;
    throw new NoRoom(this.calls.reasonOf(answer));
  }

  async renew(leases: readonly string[]): Promise<void> {
    await this.rpc.call(this.calls.renew, ownContext(this.service), { leases });
  }
}
