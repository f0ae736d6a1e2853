import {
  identityCalls,
  identityFeed,
  repositoryCalls,
  repositoryFeed,
  seesGroup,
  seesProject,
} from '@holdfast/contracts';
import {
  actor,
  shareOf,
  type BotScope,
  type CallContext,
  type GroupScope,
  type ProjectScope,
  type RepositoryScope,
} from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { InvalidatingCache } from '../session/invalidating-cache.js';
import { revocable } from '../session/revocable.js';
import { accountTag, companyTag, groupsTag, projectTag, repositoryTag } from '../session/revoked.js';

/** What the ids in a path lead to, as the caller may see it. Undefined: for him it does not exist. */
@Injectable()
export class Scopes {
  private readonly projects: InvalidatingCache<ProjectScope>;
  private readonly repositories: InvalidatingCache<RepositoryScope>;

  constructor(private readonly rpc: Rpc) {
    this.projects = revocable('projects', rpc, [identityFeed]);
    this.repositories = revocable('repositories', rpc, [identityFeed, repositoryFeed]);
  }

  /** The project of this id (or uuid) in the caller's company. */
  async project(ctx: CallContext, id: string): Promise<ProjectScope | undefined> {
    const caller = actor(ctx);
    const found = await this.projects.get(
      `${caller.account.uuid}\0${id}`,
      async () => (await this.rpc.call(identityCalls.projectAccess, ctx, { id })).project,
      ({ uuid }) => [
        projectTag(uuid),
        accountTag(caller.account.uuid),
        companyTag(caller.company.uuid),
        groupsTag(caller.company.uuid),
      ],
    );
    return found && seesProject(caller, found) ? found : undefined;
  }

  /**
   * The repository of this id (or uuid) in the project. It is asked for in the turn of the caller, so nobody shares the
   * question of another account.
   */
  repository(ctx: CallContext, project: string, id: string): Promise<RepositoryScope | undefined> {
    return this.repositories.get(
      `${project}\0${id}`,
      async () => (await this.rpc.call(repositoryCalls.resolve, ctx, { project, id })).repository,
      // A group is another one when one of its members is.
      ({ uuid, members = [] }) => [uuid, ...members].map(repositoryTag).concat(projectTag(project)),
      shareOf(actor(ctx)),
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
