import {
  repositoryCalls,
  type RepositoryByUuid,
  type ResolvedRepository,
  type ResolveRepository,
} from '@holdfast/contracts';
import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import type { MemberRepository, RepositoryRow } from './repository.entity.js';
import { RepositoryStore } from './repository.store.js';

/** Answers which repository a path means, which gateways remember, and how one is now. */
@Controller()
export class CatalogueService {
  constructor(private readonly store: RepositoryStore) {}

  @HandlesCall(repositoryCalls.resolve)
  async resolve(_ctx: CallContext, { project, id }: ResolveRepository): Promise<ResolvedRepository> {
    return answer(await this.store.findNamed(project, id));
  }

  @HandlesCall(repositoryCalls.state)
  async state(_ctx: CallContext, { repository }: RepositoryByUuid): Promise<ResolvedRepository> {
    return answer(await this.store.findByUuid(repository));
  }
}

const answer = (row: RepositoryRow | undefined): ResolvedRepository => {
  if (!row) return {};
  const { uuid, id, type, node, deletedAt, policy, redeploy, membersThere, storageLimit, mirror } = row;
  return {
    repository: {
      uuid,
      id,
      type,
      node,
      deleted: deletedAt !== null,
      ...(policy === null ? {} : { policy }),
      ...(redeploy === null ? {} : { redeploy }),
      ...(mirror === 'pull' ? { mirrored: true as const } : {}),
      ...(membersThere ? groupOf(membersThere) : {}),
      ...(storageLimit === null ? {} : { storageLimit: Number(storageLimit) }),
    },
  };
};

const groupOf = (members: readonly MemberRepository[]): Pick<RepositoryScope, 'members' | 'redeploy'> => ({
  members: members.map(({ uuid }) => uuid),
  redeploy: members.some(({ redeploy }) => redeploy),
});
