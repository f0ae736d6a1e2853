import { log } from '@holdfast/platform/observability';
import { VcsRefusal, type Faults, type VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { RepositoryStore } from '../catalogue/repository.store.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { JobFailure, JobKinds, type JobAtWork } from '../job/job-kinds.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { Placement } from '../placement/placement.js';
import { maintainJob, verifyJob } from './care-jobs.js';
import { damagedRepositories, verifications } from './care.metrics.js';
import { DamageStore } from './damage.store.js';
import { inBoth, withFault } from './faults.rules.js';

/** Looks after the repositories of this node: the jobs `verify` and `maintain`. */
@Injectable()
export class CareWork {
  constructor(
    kinds: JobKinds,
    private readonly local: LocalRepositories,
    private readonly placement: Placement,
    private readonly repositories: RepositoryStore,
    private readonly damages: DamageStore,
  ) {
    kinds.add(verifyJob, (job) => this.verify(job));
    kinds.add(maintainJob, (job) => this.maintain(job));
  }

  private async verify(job: JobAtWork<unknown>): Promise<Faults> {
    const { repository: row } = job;
    const { data, care } = this.opened(row);
    try {
      const faults = (await this.placement.holds(row))
        ? withFault(await this.twice(care, job), await this.disagreement(row, data))
        : withFault({ lines: [], count: 0 }, 'its directory is not there');
      await this.settle(row, faults);
      return faults;
    } catch (error) {
      verifications.inc({ outcome: 'failed' });
      throw error instanceof VcsRefusal && error.code === 'too_large' ? new JobFailure(error.message) : error;
    }
  }

  private async maintain(job: JobAtWork<unknown>): Promise<Record<string, never>> {
    await this.opened(job.repository).care.maintain(job, job.repository.company);
    return {};
  }

  private opened(row: RepositoryRow): { data: VcsRepository; care: NonNullable<VcsRepository['care']> } {
    const data = this.local.open(row)?.data;
    if (!data?.care) throw new JobFailure('repositories of this type are not looked after so');
    return { data, care: data.care };
  }

  private async twice(care: NonNullable<VcsRepository['care']>, job: JobAtWork<unknown>): Promise<Faults> {
    const first = await care.verify(job);
    return first.count === 0 ? first : inBoth(first, await care.verify(job));
  }

  /** In what the catalogue and the directory do not agree; in the middle of a change they do not for a moment. */
  private async disagreement({ uuid }: RepositoryRow, data: VcsRepository): Promise<string | undefined> {
    let found: string | undefined;
    for (let looks = 0; looks < 3; looks += 1) {
      const row = await this.repositories.findByUuid(uuid);
      const head = await data.head();
      if (!row || head === undefined || head === row.defaultIdentifier) return undefined;
      found = `its default is ${head}, and ${row.defaultIdentifier} in the catalogue`;
      await new Promise((resolve) => setTimeout(resolve, betweenLooks));
    }
    return found;
  }

  private async settle(row: RepositoryRow, faults: Faults): Promise<void> {
    const { uuid: repository } = row;
    const isNews = await this.damages.note(row, faults);
    const isDamaged = faults.count > 0;
    verifications.inc({ outcome: isDamaged ? 'damaged' : 'whole' });
    damagedRepositories.set(await this.damages.count());
    if (isDamaged) log.error({ repository, ...faults }, 'a repository is damaged');
    else if (isNews) log.info({ repository }, 'a repository is whole again');
  }
}

/** Milliseconds. */
const betweenLooks = 1_000;
