import {
  identityCalls,
  standingOf,
  type RightsAnswer,
  type RightsAsked,
  type Standing,
  type StandingAnswer,
} from '@holdfast/contracts';
import { actor, type CallContext, type ProjectScope } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { projectScope, projectStanding } from '../project/project.query.js';
import { CallersNow } from './callers-now.js';

/** Answers whether somebody who was let in a while ago may still act, from what holds at this moment. */
@Controller()
export class StandingService {
  constructor(
    private readonly source: DataSource,
    private readonly callers: CallersNow,
  ) {}

  /** Two statements at once: the caller, and how his account stands to the project. */
  @HandlesCall(identityCalls.standing)
  standing(_ctx: CallContext, asked: Standing): Promise<StandingAnswer> {
    return this.find(asked);
  }

  @HandlesCall(identityCalls.callerNow, { judges: true })
  callerNow(ctx: CallContext): Promise<StandingAnswer> {
    return this.find(standingOf(actor(ctx), ctx.project));
  }

  /** Nothing of who he is: not without the credential, and only of the project that is named by its uuid. */
  @HandlesCall(identityCalls.rights)
  async rights(_ctx: CallContext, asked: RightsAsked): Promise<RightsAnswer> {
    const { company, account, credential, project } = asked;
    if (typeof credential !== 'string' || typeof project !== 'string') return {};
    const { caller, project: found } = await this.find({ company, account, credential, project });
    if (!caller) return {};
    const answer = { caller: { companyAdmin: caller.companyAdmin } };
    if (!found) return answer;
    const { deleted, visibility, roles, storageLimit = null } = found;
    return { ...answer, project: { deleted, visibility, roles, storageLimit } };
  }

  private async find(asked: Standing): Promise<StandingAnswer> {
    const [caller, project] = await Promise.all([this.callers.find(asked), this.project(asked)]);
    if (!caller) return {};
    return { caller, ...(project ? { project } : {}) };
  }

  private project({ company, account, project, named }: Standing): Promise<ProjectScope | undefined> {
    if (project !== undefined) return projectStanding(this.source, company, account, project);
    if (named === undefined) return Promise.resolve(undefined);
    return projectScope(this.source, { company: { uuid: company }, account: { uuid: account } }, named);
  }
}
