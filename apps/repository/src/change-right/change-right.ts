import { identityCalls, lapsed, standingOf } from '@holdfast/contracts';
import { actor, withoutCaller, type CallContext } from '@holdfast/kernel';
import { readmitBy, stillAllowed } from '@holdfast/platform/audit';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Says of a change through the API that had to wait what its caller may do now. */
@Injectable()
export class ChangeRight {
  constructor(
    private readonly source: DataSource,
    private readonly rpc: Rpc,
  ) {
    readmitBy(source, (ctx) => this.readmit(ctx));
  }

  /**
   * For changes outside of the database, when their turn has come; `recordChange` asks for those inside of it.
   * @throws DomainError where the caller may not make it any more, `unavailable` where identity does not answer
   */
  confirm(ctx: CallContext): Promise<void> {
    return stillAllowed(this.source, ctx);
  }

  private async readmit(ctx: CallContext): Promise<void> {
    const asked = standingOf(actor(ctx), ctx.project);
    const refusal = lapsed(ctx, await this.rpc.call(identityCalls.standing, withoutCaller(ctx), asked));
    if (refusal) throw refusal;
  }
}
