import {
  accessChanged,
  identityCalls,
  repositoryCalls,
  repositoryChanged,
  seesGroup,
  seesProject,
  type AccessChanged,
  type GroupAccessAnswer,
  type ProjectAccessAnswer,
  type RepositoryChanged,
  type ResolvedRepository,
} from '@holdfast/contracts';
import {
  actor,
  type CallContext,
  type GroupScope,
  type ProjectScope,
  type RepositoryScope,
} from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { InvalidatingCache } from '../session/invalidating-cache.js';
import { accountTag, companyTag, groupsTag, projectTag, revoked } from '../session/revoked.js';

/** What the ids in a path lead to, as the caller may see it. Undefined: for him it does not exist. */
@Injectable()
export class Scopes {
  private readonly projects = new InvalidatingCache<ProjectScope>();
  private readonly repositories = new InvalidatingCache<RepositoryScope>();

  constructor(private readonly rpc: Rpc) {
    rpc.on<AccessChanged>(accessChanged, (event) => {
      const tags = revoked(event);
      this.projects.drop(tags);
      this.repositories.drop(tags);
    });
    rpc.on<RepositoryChanged>(repositoryChanged, ({ repository }) =>
      this.repositories.drop([`repository:${repository}`]),
    );
    rpc.onReconnect(() => {
      this.projects.clear();
      this.repositories.clear();
    });
  }

  /** The project of this id (or uuid) in the caller's company. */
  async project(ctx: CallContext, id: string): Promise<ProjectScope | undefined> {
    const caller = actor(ctx);
    const found = await this.projects.get(
      `${caller.account.uuid}\0${id}`,
      async () =>
        (await this.rpc.call<ProjectAccessAnswer>(identityCalls.projectAccess, ctx, { id })).project,
      ({ uuid }) => [
        projectTag(uuid),
        accountTag(caller.account.uuid),
        companyTag(caller.company.uuid),
        groupsTag(caller.company.uuid),
      ],
    );
    return found && seesProject(caller, found) ? found : undefined;
  }

  /** The repository of this id (or uuid) in the project. */
  repository(ctx: CallContext, project: string, id: string): Promise<RepositoryScope | undefined> {
    return this.repositories.get(
      `${project}\0${id}`,
      async () =>
        (await this.rpc.call<ResolvedRepository>(repositoryCalls.resolve, ctx, { project, id })).repository,
      ({ uuid }) => [`repository:${uuid}`, projectTag(project)],
    );
  }

  /** The group of this id (or uuid) in the caller's company. */
  async group(ctx: CallContext, id: string): Promise<GroupScope | undefined> {
    const { group } = await this.rpc.call<GroupAccessAnswer>(identityCalls.groupAccess, ctx, { id });
    return group && seesGroup(actor(ctx), group) ? group : undefined;
  }
}
