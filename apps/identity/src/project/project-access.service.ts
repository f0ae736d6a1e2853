import {
  identityCalls,
  seesProject,
  type NamedProject,
  type NameProjects,
  type ProjectAccess,
  type ProjectAccessAnswer,
  type FoundProject,
  type ProjectNames,
} from '@holdfast/contracts';
import { actor, DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { projectScope } from './project.query.js';
import { ProjectStore } from './project.store.js';

/** Most projects of one question for their names. */
const mostNamed = 500;

/** Answers how callers stand to projects. */
@Controller()
export class ProjectAccessService {
  constructor(
    private readonly source: DataSource,
    private readonly projects: ProjectStore,
  ) {}

  /** Of one that is hidden from the caller it says as much as of none: the time of a longer answer told them apart. */
  @HandlesCall(identityCalls.projectAccess)
  async access(ctx: CallContext, { id }: ProjectAccess): Promise<ProjectAccessAnswer> {
    const caller = actor(ctx);
    const project = await projectScope(this.source, caller, id);
    return project && seesProject(caller, project) ? { project } : {};
  }

  /** For the operator, who may know of all. */
  @HandlesCall(identityCalls.namedProject)
  async named(_ctx: CallContext, { company, project }: NamedProject): Promise<FoundProject> {
    const row = await this.projects.named(company, project);
    if (!row) throw new DomainError('not_found', { reason: 'there is no such project' });
    return { company: row.companyUuid, project: row.uuid };
  }

  @HandlesCall(identityCalls.projectNames)
  async names(_ctx: CallContext, { projects }: NameProjects): Promise<ProjectNames> {
    if (projects.length > mostNamed || !projects.every(isUuid))
      throw DomainError.invalid({ projects: { invalid: true } });
    return { projects: await this.projects.names(projects) };
  }
}
