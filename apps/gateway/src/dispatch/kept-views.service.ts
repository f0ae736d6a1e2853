import { accessChanged, type AccessChanged, type OperationContract } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { InvalidatingCache } from '../session/invalidating-cache.js';
import { companyTag, projectTag, revoked } from '../session/revoked.js';

/** Views of operations whose contract says that they may be kept, until their project changes. */
@Injectable()
export class KeptViews {
  private readonly kept = new InvalidatingCache<object>();

  constructor(rpc: Rpc) {
    rpc.on<AccessChanged>(accessChanged, (event) => this.kept.drop(revoked(event)));
    rpc.onReconnect(() => this.kept.clear());
  }

  /** A copy of the kept view, else of the one that `show` answers, which is kept then. */
  async view(operation: OperationContract, ctx: CallContext, show: () => Promise<unknown>): Promise<unknown> {
    const { project, principal } = ctx;
    if (operation.kept === undefined || !project || !principal) return show();
    const view = await this.kept.get(
      `${operation.id}\0${project.uuid}`,
      async () => (await show()) as object | undefined,
      () => [projectTag(project.uuid), companyTag(principal.company.uuid)],
    );
    return view && { ...view };
  }
}
