import { identityCalls, type ExistingProjects, type Purge, type Purged } from '@holdfast/contracts';
import { checkDays, DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { existingProjects, purgeDeactivated } from './purge.query.js';

const mostAsked = 1000;

/** The operator's housekeeping. */
@Controller()
export class PurgeService {
  constructor(private readonly source: DataSource) {}

  @HandlesCall(identityCalls.purge, { command: 'company.purge' })
  run(ctx: CallContext, { days }: Purge): Promise<Purged> {
    checkDays(days);
    return purgeDeactivated(this.source, ctx, days);
  }

  @HandlesCall(identityCalls.existingProjects)
  async projects(_ctx: CallContext, { projects }: ExistingProjects): Promise<ExistingProjects> {
    if (projects.length > mostAsked || !projects.every(isUuid))
      throw DomainError.invalid({ projects: { invalid: true } });
    return { projects: await existingProjects(this.source, projects) };
  }
}
