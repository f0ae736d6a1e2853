import {
  repositoryCalls,
  type JobLine,
  type ListedJobs,
  type ListJobs,
  type StopJob,
} from '@holdfast/contracts';
import { DomainError, isUuid, timestamp, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import type { JobRow } from './job.entity.js';
import { JobRunner } from './job-runner.js';
import { JobStore } from './job.store.js';
import { Jobs } from './jobs.js';

const mostListed = 500;

/** Long work on repositories, as the operator looks at it. */
@Controller()
export class JobService {
  constructor(
    private readonly source: DataSource,
    private readonly store: JobStore,
    private readonly jobs: Jobs,
    private readonly runner: JobRunner,
    private readonly repositories: RepositoryStore,
  ) {}

  @HandlesCall(repositoryCalls.listJobs)
  async list(_ctx: CallContext, { jobs, open = false, kind }: ListJobs): Promise<ListedJobs> {
    if (jobs && (jobs.length > mostListed || !jobs.every(isUuid)))
      throw DomainError.invalid({ jobs: { invalid: true } });
    const { rows, count } = await this.store.list({ uuids: jobs, open, kind }, mostListed);
    const uuids = [...new Set(rows.map(({ repository }) => repository))];
    const about = new Map((await this.repositories.findAll(uuids)).map((each) => [each.uuid, each]));
    const lines = rows.flatMap((row) => {
      const repository = about.get(row.repository);
      return repository ? lineOf(row, repository) : [];
    });
    return { jobs: lines, count };
  }

  @HandlesCall(repositoryCalls.stopJob, { command: 'job.stop' })
  async stop(ctx: CallContext, { job }: StopJob): Promise<void> {
    if (!isUuid(job)) throw DomainError.invalid({ job: { invalid: true } });
    const stopped = await audited(
      this.source,
      ctx,
      async (tx) => {
        const row = await this.store.stop(job, tx);
        return row && { id: row.kind, uuid: row.uuid, company: row.company };
      },
      { by: ({ company }) => ({ company }) },
    );
    if (!stopped) throw new DomainError('not_found', { reason: 'no such job waits or runs' });
    this.jobs.stopped(job);
  }

  @HandlesCall(repositoryCalls.wakeJobs, { node: true })
  wake(): void {
    this.runner.wake();
  }
}

const lineOf = (row: JobRow, { uuid, id, type, company, project }: RepositoryRow): JobLine => ({
  uuid: row.uuid,
  kind: row.kind,
  repository: { uuid, id, type, company, project },
  node: row.node,
  state: row.state,
  percent: row.percent,
  doing: row.doing,
  result: row.result,
  error: row.error,
  attempts: row.attempts,
  asked_at: timestamp(row.askedAt),
  ended_at: row.endedAt && timestamp(row.endedAt),
});
