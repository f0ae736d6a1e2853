import { identityCalls, type ListVisibleProjects, type VisibleProjectsAnswer } from '@holdfast/contracts';
import { actor, withoutCaller, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

export interface ProjectPlace {
  uuid: string;
  id: string;
}

/** Which projects a caller may see, as identity knows it. */
@Injectable()
export class VisibleProjects {
  constructor(private readonly rpc: Rpc) {}

  /** All of them, however many, in order of id. */
  async all(ctx: CallContext): Promise<ProjectPlace[]> {
    const projects: ProjectPlace[] = [];
    for (;;) {
      const after = projects.at(-1)?.id;
      const page = await this.ask(ctx, after === undefined ? {} : { after });
      projects.push(...page.projects);
      if (!page.more || page.projects.length === 0) return projects;
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

  /** Of these, the ones in which each of the accounts has a role: their uuids by uuid of account. */
  async ofAccounts(
    ctx: CallContext,
    accounts: readonly string[],
  ): Promise<{ places: Map<string, ProjectPlace>; byAccount: Map<string, string[]> }> {
    const places = new Map<string, ProjectPlace>();
    const byAccount = new Map<string, string[]>();
    let open = [...accounts];
    while (open.length > 0) {
      const answer = await this.ask(ctx, { accounts: open });
      for (const place of answer.projects) places.set(place.uuid, place);
      const given = answer.byAccount ?? {};
      for (const account of open) if (given[account]) byAccount.set(account, given[account]);
      open = answer.more ? afterCut(open, given) : [];
    }
    return { places, byAccount };
  }

  private ask(
    ctx: CallContext,
    which: Omit<ListVisibleProjects, 'company' | 'account'>,
  ): Promise<VisibleProjectsAnswer> {
    const { company, account } = actor(ctx);
    const asked: ListVisibleProjects = { company: company.uuid, account: account.uuid, ...which };
    return this.rpc.call(identityCalls.visibleProjects, withoutCaller(ctx), asked);
  }
}

/** Whom to ask about again: the last account of a cut answer may be incomplete, unless it filled the answer alone. */
const afterCut = (asked: string[], given: Record<string, string[]>): string[] => {
  const last = asked.findLastIndex((account) => given[account]?.length);
  return asked.slice(Math.max(last, 1));
};
