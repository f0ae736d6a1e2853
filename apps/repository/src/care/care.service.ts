import {
  repositoryCalls,
  type AskCare,
  type AskedCare,
  type DamagedRepositories,
  type ListDamaged,
} from '@holdfast/contracts';
import { DomainError, isUuid, timestamp, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import type { JobKind } from '../job/job-kinds.js';
import { Jobs } from '../job/jobs.js';
import { Placement } from '../placement/placement.js';
import { maintainJob, verifyJob } from './care-jobs.js';
import { DamageStore } from './damage.store.js';

const kinds: Readonly<Record<AskCare['deed'], JobKind<Record<string, never>>>> = {
  verify: verifyJob,
  maintain: maintainJob,
};
const nobody = '00000000-0000-0000-0000-000000000000';
const atOnce = 500;

/** The operator looks after repositories. */
@Controller()
export class CareService {
  constructor(
    private readonly source: DataSource,
    private readonly repositories: RepositoryStore,
    private readonly types: RepositoryTypes,
    private readonly jobs: Jobs,
    private readonly placement: Placement,
    private readonly damages: DamageStore,
  ) {}

  @HandlesCall(repositoryCalls.askCare, { command: 'repository.care' })
  async ask(ctx: CallContext, { deed, place }: AskCare): Promise<AskedCare> {
    const kind = Object.hasOwn(kinds, deed) ? kinds[deed] : undefined;
    if (!kind) throw DomainError.invalid({ deed: { invalid: true } });
    if (!place) return this.askForAll(kind.name);
    const row = await this.repositories.findNamed(place.project, place.repository);
    if (!row) throw new DomainError('not_found', { reason: 'there is no such repository' });
    if (this.types.of(row.type).vcs === undefined)
      throw new DomainError('not_found', { reason: 'repositories of its type are not looked after so' });
    const running = await this.jobs.latest(kind, row.uuid);
    if (running?.state === 'running') return { job: running.uuid, count: 1 };
    const entered = async (tx: EntityManager) => {
      const job = await this.jobs.enter(kind, { repository: row.uuid, payload: {} }, tx);
      if (!job) throw new DomainError('not_found', { reason: 'there is no such repository' });
      return { id: row.id, uuid: row.uuid, job: job.uuid };
    };
    const by = () => ({ company: row.company });
    const { job } = await audited(this.source, ctx, entered, { by, detail: () => ({ deed }) });
    await this.jobs.wake(row.node);
    return { job, count: 1 };
  }

  @HandlesCall(repositoryCalls.listDamaged)
  async damaged(_ctx: CallContext, { after = nobody }: ListDamaged): Promise<DamagedRepositories> {
    if (!isUuid(after)) throw DomainError.invalid({ after: { invalid: true } });
    const found = await this.damages.after(after, atOnce);
    const repositories = found.map(({ damage, row: { uuid, id, type, node, company, project } }) => ({
      ...{ uuid, id, type, node, company, project },
      ...{ count: damage.count, lines: damage.lines },
      ...{ since: timestamp(damage.since), seen_at: timestamp(damage.seenAt) },
    }));
    return { repositories, ...(found.length < atOnce ? {} : { after: found[atOnce - 1].row.uuid }) };
  }

  private async askForAll(kind: string): Promise<AskedCare> {
    const count = await this.damages.enterForAll(kind, await this.types.lookedAfter());
    // Other nodes look by themselves before long.
    await this.jobs.wake(this.placement.node);
    return { count };
  }
}
