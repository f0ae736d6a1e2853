import {
  identityCalls,
  identityFeed,
  repositoryCalls,
  repositoryFeed,
  seesGroup,
  seesProject,
  type StandingAnswer,
} from '@holdfast/contracts';
import {
  actor,
  shareOf,
  withoutCaller,
  type BotScope,
  type CallContext,
  type GroupScope,
  type ProjectScope,
  type RepositoryScope,
} from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { contextTags } from '../session/context-tags.js';
import type { InvalidatingCache } from '../session/invalidating-cache.js';
import { revocable } from '../session/revocable.js';
import { accountTag, companyTag, groupsTag, projectTag, repositoryTag } from '../session/revoked.js';

/** Whom and what a context names, as they are by now. */
export type KnownNow = Pick<CallContext, 'principal' | 'project' | 'repository'>;

/** What the ids in a path lead to, as the caller may see it. Undefined: for him it does not exist. */
@Injectable()
export class Scopes {
  private readonly projects: InvalidatingCache<ProjectScope>;
  private readonly repositories: InvalidatingCache<RepositoryScope>;
  private readonly standings: InvalidatingCache<StandingAnswer>;

  constructor(private readonly rpc: Rpc) {
    this.projects = revocable('projects', rpc, [identityFeed]);
    this.repositories = revocable('repositories', rpc, [identityFeed, repositoryFeed]);
    this.standings = revocable('standings', rpc, [identityFeed]);
  }

  /** The project of this id (or uuid) in the caller's company. */
  async project(ctx: CallContext, id: string): Promise<ProjectScope | undefined> {
    const caller = actor(ctx);
    const seen = (project: ProjectScope | undefined): ProjectScope | undefined =>
      project && seesProject(caller, project) ? project : undefined;
    const found = await this.projects.get(
      `${caller.account.uuid}\0${id}`,
      // An identity of the release before tells what is hidden, too. It is not kept: it would be answered sooner.
      async () => seen((await this.rpc.call(identityCalls.projectAccess, ctx, { id })).project),
      ({ uuid }) => [
        projectTag(uuid),
        accountTag(caller.account.uuid),
        companyTag(caller.company.uuid),
        groupsTag(caller.company.uuid),
      ],
    );
    return seen(found);
  }

  /**
   * The repository of this id (or uuid) in the project. It is asked for in the turn of the caller, so nobody shares the
   * question of another account.
   */
  repository(ctx: CallContext, project: string, id: string): Promise<RepositoryScope | undefined> {
    return this.found(ctx, project, id, shareOf(actor(ctx)));
  }

  /**
   * Caller, project and repository of the context, the very same, as they are by now; absent where they are for him no
   * more. What is being sent is judged by it, so it takes no turn of requests: who asks for much would put that off.
   */
  async now(ctx: CallContext): Promise<KnownNow> {
    const { caller: principal, project } = (await this.standing(ctx)) ?? {};
    if (!principal) return {};
    if (!project || !seesProject(principal, project)) return { principal };
    const asked = ctx.repository?.uuid;
    const repository = asked && (await this.found(withoutCaller(ctx), project.uuid, asked, ''));
    return { principal, project, ...(repository && { repository }) };
  }

  private standing(ctx: CallContext): Promise<StandingAnswer | undefined> {
    const principal = actor(ctx);
    const { company, account, credential } = principal;
    const of = { principal, ...(ctx.project && { project: ctx.project }) };
    return this.standings.get(
      [company.uuid, account.uuid, credential, ctx.project?.uuid].join('\0'),
      async () => {
        const asked = { ...withoutCaller(ctx), ...of };
        const answer = await this.rpc.call(identityCalls.callerNow, asked, {});
        return answer.caller && answer;
      },
      () => contextTags(of),
    );
  }

  /** `asker`: in whose turn it is asked for; empty: in nobody's. */
  private found(
    ctx: CallContext,
    project: string,
    id: string,
    asker: string,
  ): Promise<RepositoryScope | undefined> {
    return this.repositories.get(
      `${project}\0${id}`,
      async () => (await this.rpc.call(repositoryCalls.resolve, ctx, { project, id })).repository,
      // A group is another one when one of its members is.
      ({ uuid, members = [] }) => [uuid, ...members].map(repositoryTag).concat(projectTag(project)),
      asker,
    );
  }

  /** The group of this id (or uuid) in the caller's company. */
  async group(ctx: CallContext, id: string): Promise<GroupScope | undefined> {
    const { group } = await this.rpc.call(identityCalls.groupAccess, ctx, { id });
    return group && seesGroup(actor(ctx), group) ? group : undefined;
  }

  /** The bot of this id (or uuid) in the caller's company; `me` is the caller. */
  async bot(ctx: CallContext, id: string): Promise<BotScope | undefined> {
    return (await this.rpc.call(identityCalls.botAccess, ctx, { id })).bot;
  }
}
