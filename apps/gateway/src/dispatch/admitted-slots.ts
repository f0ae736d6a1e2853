import { actor, DomainError } from '@holdfast/kernel';
import type { Exchange } from '../bytes/exchange.js';
import { Refusal } from '../bytes/refusal.js';
import { renew } from '../http/call-context.js';
import type { TransferKind, TransferSlots } from '../bytes/slots/transfer-slots.js';
import { byteExchange, type Streamed } from './byte-exchange.js';
import type { Readmission } from './readmission.js';

/** The slots of operations of which bytes stream past the dispatcher. */
export class AdmittedSlots {
  constructor(
    private readonly slots: TransferSlots,
    private readonly readmission: Pick<Readmission, 'renew'>,
  ) {}

  /**
   * Does the work in a slot of the caller's, who is judged anew where he had to wait for it. `waited`: what else was
   * decided before may be old, too.
   * @throws DomainError
   */
  async run(
    kind: TransferKind,
    streamed: Streamed,
    work: (exchange: Exchange, waited: boolean) => Promise<void>,
  ): Promise<void> {
    const exchange = byteExchange(streamed);
    try {
      await this.slots.run(kind, exchange, actor(streamed.ctx), async (waited) => {
        if (waited) {
          // He may have waited for longer than a request has time.
          renew(streamed.ctx);
          await this.readmission.renew(streamed);
        }
        await work(exchange, waited);
      });
    } catch (error) {
      throw error instanceof Refusal ? DomainError.unavailable(error.reason, error) : error;
    }
  }
}
