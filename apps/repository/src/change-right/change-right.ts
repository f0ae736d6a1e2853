import { identityCalls, lapsed, standingOf } from '@holdfast/contracts';
import { actor, DomainError, isAdmissionOld, withoutCaller, type CallContext } from '@holdfast/kernel';
import { readmitBy, stillAllowed } from '@holdfast/platform/audit';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RepositoryStore } from '../catalogue/repository.store.js';

/** Says of a change through the API that had to wait what its caller may do now. */
@Injectable()
export class ChangeRight {
  constructor(
    private readonly source: DataSource,
    private readonly repositories: RepositoryStore,
    private readonly rpc: Rpc,
  ) {
    readmitBy(source, (ctx) => this.readmit(ctx));
  }

  /**
   * For changes outside of the database, when their turn has come; `recordChange` asks for those inside of it, which
   * look at the row of the repository by themselves.
   * @throws DomainError where the caller may not make it any more, or nobody: the repository was deactivated, or
   * follows another one. `unavailable` where identity does not answer
   */
  async confirm(ctx: CallContext): Promise<void> {
    const isOld = isAdmissionOld(ctx, Date.now());
    await stillAllowed(this.source, ctx);
    if (!isOld || !ctx.repository) return;
    const row = await this.repositories.findByUuid(ctx.repository.uuid);
    if (!row) throw DomainError.notFound();
    if (row.deletedAt || row.mirror === 'pull') throw DomainError.deactivated();
  }

  private async readmit(ctx: CallContext): Promise<void> {
    const asked = standingOf(actor(ctx), ctx.project);
    const refusal = lapsed(ctx, await this.rpc.call(identityCalls.standing, withoutCaller(ctx), asked));
    if (refusal) throw refusal;
  }
}
