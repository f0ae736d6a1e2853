import type { CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

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

const next = statement<Candidate>(
  'purge_candidates',
  `select r.uuid, r.id, r.company, r.project, r.type, r.node,
          coalesce(r.deleted_at < now() - make_interval(days => $2), false) as expired
     from repository.repository r where r.uuid > $1 order by r.uuid limit $3`,
);

@Injectable()
export class PurgeStore {
  constructor(private readonly source: DataSource) {}

  /** So many repositories in order of uuid, after that one. */
  candidates(after: string, days: number, limit: number): Promise<Candidate[]> {
    return next(this.source, [after, days, limit]);
  }

  /** Removes a repository from the catalogue. */
  async remove(ctx: CallContext, candidate: Candidate): Promise<void> {
    const { uuid, company } = candidate;
    const removing = async (tx: EntityManager): Promise<Candidate> => {
      await tx.query('delete from repository.protected_branch where repository = $1', [uuid]);
      await tx.query('delete from repository.repository where uuid = $1', [uuid]);
      return candidate;
    };
    await audited(this.source, ctx, removing, { by: () => ({ company }) });
  }
}
