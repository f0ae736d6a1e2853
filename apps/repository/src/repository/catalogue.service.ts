import { repositoryCalls, type ResolvedRepository, type ResolveRepository } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { RepositoryStore } from './repository.store.js';

/** Answers which repository a path means; gateways ask it and remember the answer. */
@Controller()
export class CatalogueService {
  constructor(private readonly store: RepositoryStore) {}

  @HandlesCall<ResolveRepository>(repositoryCalls.resolve)
  async resolve(_ctx: CallContext, { project, id }: ResolveRepository): Promise<ResolvedRepository> {
    const row = await this.store.findNamed(project, id);
    if (!row) return {};
    const { uuid, type, node, deletedAt, policy, redeploy } = row;
    return {
      repository: {
        uuid,
        id: row.id,
        type,
        node,
        deleted: deletedAt !== null,
        ...(policy === null ? {} : { policy }),
        ...(redeploy === null ? {} : { redeploy }),
      },
    };
  }
}
