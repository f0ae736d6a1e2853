import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RepositoryRow } from '../catalogue/repository.entity.js';
import { JobRow } from '../job/job.entity.js';
import type { JobTraits } from '../job/job-kinds.js';
import { RemoteRow } from './remote.entity.js';
import { forgetEndedJobs, settleMirror, takeDueMirrors, type DueMirror } from './remote.query.js';

/** What came of a work with a mirror. */
export interface MirrorOutcome {
  /** Undefined: it worked. */
  error?: string;
  /** In so many seconds it is due again; undefined: not by itself. */
  next?: number;
  /** Where it worked: what could not be had. */
  note?: string;
}

/** The repositories elsewhere, as rows. */
@Injectable()
export class RemoteStore {
  constructor(private readonly source: DataSource) {}

  async find(
    repository: string,
    purpose: RemoteRow['purpose'],
    where: DataSource | EntityManager = this.source,
  ): Promise<RemoteRow | undefined> {
    return (await where.getRepository(RemoteRow).findOneBy({ repository, purpose })) ?? undefined;
  }

  /** Takes the place of the one that was there. */
  async put(tx: EntityManager, row: RemoteRow): Promise<void> {
    await tx.upsert(RemoteRow, { ...row }, ['repository', 'purpose']);
  }

  /** Answers whether there was one. */
  async remove(
    repository: string,
    purpose: RemoteRow['purpose'],
    where: DataSource | EntityManager = this.source,
  ): Promise<boolean> {
    const { affected } = await where.getRepository(RemoteRow).delete({ repository, purpose });
    return (affected ?? 0) > 0;
  }

  /** It alone, not what was put in its place. */
  async removeExactly({ repository, purpose, version }: RemoteRow): Promise<void> {
    await this.source.getRepository(RemoteRow).delete({ repository, purpose, version });
  }

  async forgetSecret({ repository, purpose, version }: RemoteRow): Promise<void> {
    await this.source.getRepository(RemoteRow).update({ repository, purpose, version }, { secret: null });
  }

  /**
   * At most so many whose secret does not begin with the mark, after the repository (uuid), in their order. All of a
   * repository are among them, or none.
   */
  async sealedOtherwise(mark: string, after: string, most: number): Promise<RemoteRow[]> {
    const rows = await this.source
      .getRepository(RemoteRow)
      .createQueryBuilder('m')
      .where('m.secret is not null and not starts_with(m.secret, :mark)', { mark })
      .andWhere('m.repository > :after', { after })
      .orderBy('m.repository')
      .limit(most + 1)
      .getMany();
    const last = rows.length > most ? rows[most].repository : undefined;
    return rows.filter(({ repository }) => repository !== last);
  }

  /** Puts one secret in the place of the other, if that is there still. */
  async replaceSecret({ repository, purpose, secret }: RemoteRow, other: string): Promise<void> {
    if (secret === null) return;
    await this.source.getRepository(RemoteRow).update({ repository, purpose, secret }, { secret: other });
  }

  /** Repositories (uuids) of a node with an import for which none of these jobs waits or runs. */
  async importsWithout({ name }: JobTraits, node: string): Promise<string[]> {
    const open = `j.repository = m.repository and j.kind = :name and j.state in ('queued', 'running')`;
    const rows = await this.source
      .getRepository(RemoteRow)
      .createQueryBuilder('m')
      .innerJoin(RepositoryRow, 'r', 'r.uuid = m.repository and r.node = :node', { node })
      .where(`m.purpose = 'import'`)
      .andWhere((asked) => `not exists ${asked.subQuery().from(JobRow, 'j').where(open).getQuery()}`, {
        name,
      })
      .getMany();
    return rows.map(({ repository }) => repository);
  }

  /** The mirrors of a node that are due (uuids). They are put off by so many seconds. */
  takeDue(node: string, most: number, putOff: number): Promise<DueMirror[]> {
    return takeDueMirrors(this.source, [node, most, putOff]);
  }

  async settle({ repository, purpose, version }: RemoteRow, outcome: MirrorOutcome): Promise<void> {
    const { error = null, next = null, note = null } = outcome;
    await settleMirror(this.source, [repository, purpose, version, error, next, note]);
  }

  async forgetEndedJobs(repository: string, kind: string): Promise<void> {
    await forgetEndedJobs(this.source, [repository, kind]);
  }
}
