import { actor, DomainError, Turns, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { hasOpenFactors } from './rsa-modulus.js';

/** One at a time. So many wait: of all, of a company, of an account. */
const running = { total: 1, each: [1, 1] };
const waiting = { total: 64, each: [32, 8] };
/** So long at most (ms). */
const patience = 10_000;

/** Looks at the moduli of keys that are to be stored. It takes the processor, so accounts take turns. */
@Injectable()
export class ModulusChecks {
  private readonly turns = new Turns(running, waiting, patience);

  /**
   * Whether everybody sees the factors of the modulus.
   * @throws DomainError `unavailable` where the caller's turn does not come in time
   */
  isOpen(ctx: CallContext, modulus: bigint): Promise<boolean> {
    const { company, account } = actor(ctx);
    const caller = { parties: [company.uuid, account.uuid], deadline: ctx.deadline };
    return this.turns.run(
      caller,
      () => hasOpenFactors(modulus),
      () => {
        throw DomainError.unavailable('too many SSH keys are looked at');
      },
    );
  }
}
