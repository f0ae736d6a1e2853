import { identityCalls, type ListVisibleProjects, type VisibleProjectsAnswer } from '@holdfast/contracts';
import { actor, withoutCaller, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { outsideTurn } from '@holdfast/platform/service-host';
import { Injectable } from '@nestjs/common';
import type { ProjectPlace } from './project-place.js';
import type { ProjectPage } from './project-sets.js';

/** Which projects a caller may see, as identity knows it. */
@Injectable()
export class VisibleProjects {
  constructor(private readonly rpc: Rpc) {}

  /** All of them, however many, in order of id: as many at a time as identity answers. */
  async *parts(ctx: CallContext): AsyncGenerator<ProjectPlace[], void> {
    for (let after: string | undefined; ;) {
      const { projects, more } = await this.ask(ctx, after === undefined ? {} : { after });
      if (projects.length > 0) yield projects;
      after = projects.at(-1)?.id;
      if (!more || after === undefined) return;
    }
  }

  /** Of these (uuids), by uuid; deactivated ones too. Nobody is asked when the call is about the project itself. */
  async among(ctx: CallContext, uuids: readonly string[]): Promise<Map<string, ProjectPlace>> {
    const places = new Map<string, ProjectPlace>();
    const projects = [...new Set(uuids)].filter((uuid) => uuid !== ctx.project?.uuid);
    if (ctx.project && uuids.includes(ctx.project.uuid)) places.set(ctx.project.uuid, ctx.project);
    if (projects.length > 0)
      for (const place of (await this.ask(ctx, { projects })).projects) places.set(place.uuid, place);
    return places;
  }

  /** Those in which one of the accounts has a role, and which are whose; in parts, too. */
  async *partsOfAccounts(ctx: CallContext, accounts: string[]): AsyncGenerator<ProjectPage, void> {
    for (let after: string | undefined; ;) {
      const answer = await this.ask(ctx, { accounts, ...(after === undefined ? {} : { after }) });
      if (answer.projects.length > 0) yield { projects: answer.projects, sets: answer.byAccount ?? {} };
      after = answer.projects.at(-1)?.id;
      if (!answer.more || after === undefined) return;
    }
  }

  private ask(
    ctx: CallContext,
    which: Omit<ListVisibleProjects, 'company' | 'account'>,
  ): Promise<VisibleProjectsAnswer> {
    const { company, account } = actor(ctx);
    const asked: ListVisibleProjects = { company: company.uuid, account: account.uuid, ...which };
    return outsideTurn(ctx, () => this.rpc.call(identityCalls.visibleProjects, withoutCaller(ctx), asked));
  }
}
