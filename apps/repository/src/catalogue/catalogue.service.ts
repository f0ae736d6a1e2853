import {
  repositoryCalls,
  type RepositoryByUuid,
  type ResolvedRepository,
  type ResolveRepository,
} from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import type { RepositoryRow } from './repository.entity.js';
import { repositoryScope } from './repository-scope.js';
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

const answer = (row: RepositoryRow | undefined): ResolvedRepository =>
  row ? { repository: repositoryScope(row) } : {};
