import { identityFeed, type Answered, type OperationContract } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { InvalidatingCache } from '../session/invalidating-cache.js';
import { revocable } from '../session/revocable.js';
import { companyTag, projectTag } from '../session/revoked.js';

/** Views of operations whose contract says that they may be kept, until their project changes. */
@Injectable()
export class KeptViews {
  private readonly kept: InvalidatingCache<Answered>;

  constructor(rpc: Rpc) {
    this.kept = revocable('views', rpc, [identityFeed]);
  }

  /** A copy of the kept view, else of the one that `show` answers, which is kept then. */
  async view(
    operation: OperationContract,
    ctx: CallContext,
    show: () => Promise<Answered>,
  ): Promise<Answered> {
    const { project, principal } = ctx;
    if (operation.kept === undefined || !project || !principal) return show();
    const view = await this.kept.get(`${operation.id}\0${project.uuid}`, show, () => [
      projectTag(project.uuid),
      companyTag(principal.company.uuid),
    ]);
    return { ...view };
  }
}
