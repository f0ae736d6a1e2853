import { identityCalls, type ExistingProjects, type Purge, type Purged } from '@holdfast/contracts';
import { checkDays, DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { existingProjects, purgePart } from './purge.query.js';

const mostAsked = 1000;
/** One call removes for so long (ms); the operator asks again. */
const turn = 5_000;

/** The operator's housekeeping. */
@Controller()
export class PurgeService {
  constructor(private readonly source: DataSource) {}

  @HandlesCall(identityCalls.purge, { command: 'company.purge' })
  async run(ctx: CallContext, { days }: Purge): Promise<Purged> {
    checkDays(days);
    const end = Date.now() + turn;
    const done: Purged = { companies: 0, projects: 0, accounts: 0 };
    for (;;) {
      const part = await purgePart(this.source, ctx, days);
      if (!part) return done;
      done.companies += part.companies;
      done.projects += part.projects;
      done.accounts += part.accounts;
      if (Date.now() > end) return { ...done, more: true };
    }
  }

  @HandlesCall(identityCalls.existingProjects)
  async projects(_ctx: CallContext, { projects }: ExistingProjects): Promise<ExistingProjects> {
    if (projects.length > mostAsked || !projects.every(isUuid))
      throw DomainError.invalid({ projects: { invalid: true } });
    return { projects: await existingProjects(this.source, projects) };
  }
}
