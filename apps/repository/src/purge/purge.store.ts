import { DomainError, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { ProtectedBranchRow } from '../branch/protected-branch.entity.js';
import { RepositoryPushRow } from '../catalogue/repository-push.entity.js';
import { RepositoryRow } from '../catalogue/repository.entity.js';

/** A repository as a purge looks at it. */
export interface Candidate {
  uuid: string;
  id: string;
  company: string;
  project: string;
  type: string;
  node: string;
  /** It was deactivated long enough ago. */
  expired: boolean;
}

@Injectable()
export class PurgeStore {
  constructor(private readonly source: DataSource) {}

  /** So many repositories in order of uuid, after that one. */
  candidates(after: string, days: number, limit: number): Promise<Candidate[]> {
    return this.source
      .createQueryBuilder(RepositoryRow, 'r')
      .select(['r.uuid as uuid', 'r.id as id', 'r.company as company', 'r.project as project'])
      .addSelect(['r.type as type', 'r.node as node'])
      .addSelect('coalesce(r.deletedAt < now() - make_interval(days => :days), false)', 'expired')
      .where({ uuid: MoreThan(after) })
      .setParameters({ days })
      .orderBy('r.uuid')
      .limit(limit)
      .getRawMany<Candidate>();
  }

  /**
   * Removes a repository from the catalogue, where it still is at the node of the candidate.
   * @throws DomainError `unavailable` where it has moved: what it holds lies at another node by now
   */
  async remove(ctx: CallContext, candidate: Candidate): Promise<void> {
    const { uuid, company, node } = candidate;
    const removing = async (tx: EntityManager): Promise<Candidate> => {
      await tx.delete(ProtectedBranchRow, { repository: uuid });
      await tx.delete(RepositoryPushRow, { repository: uuid });
      const { affected } = await tx.delete(RepositoryRow, { uuid, node });
      if (!affected) throw DomainError.unavailable('the repository has moved meanwhile');
      return candidate;
    };
    await audited(this.source, ctx, removing, { by: () => ({ company }) });
  }
}
