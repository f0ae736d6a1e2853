import type { IncomingMessage } from 'node:http';
import type { OperationContract } from '@holdfast/contracts';
import { admissionLasts, type CallContext } from '@holdfast/kernel';
import type { Callers } from './callers.js';
import type { Guard } from './guard.js';
import type { Match } from './route-table.js';

/** A request whose caller was let in. */
export interface Admitted {
  request: IncomingMessage;
  match: Match;
  operation: OperationContract;
  ctx: CallContext;
  query: string;
  /** When that was decided, by the clock of `performance` (ms). */
  at: number;
}

/**
 * What somebody was let in for a while ago is decided again before it is done: the body of his request took its time,
 * or so did what came before in its batch, and his rights may have ended meanwhile.
 */
export class Readmission {
  constructor(
    private readonly callers: Pick<Callers, 'authenticate'>,
    private readonly guard: Pick<Guard, 'enter' | 'check'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Caller and objects in the context are then those of now. @throws DomainError as when it was decided first */
  async renew(admitted: Admitted): Promise<void> {
    if (this.now() - admitted.at >= admissionLasts) await this.decide(admitted);
  }

  /** The same however short a time ago it was. @throws DomainError */
  async decide(admitted: Admitted): Promise<void> {
    const at = this.now();
    const { request, match, operation, ctx, query } = admitted;
    await this.callers.authenticate(request, query, operation, ctx);
    if (ctx.principal) await this.guard.enter(ctx, match);
    if (operation.privilege !== 'public') await this.guard.check(operation, match, ctx);
    admitted.at = at;
  }
}
