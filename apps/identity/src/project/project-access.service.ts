import { identityCalls, type ProjectAccess, type ProjectAccessAnswer } from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { projectScope } from './project.query.js';

/** Answers how callers stand to projects; what they may know of them is the asker's to decide. */
@Controller()
export class ProjectAccessService {
  constructor(private readonly source: DataSource) {}

  @HandlesCall(identityCalls.projectAccess)
  async access(ctx: CallContext, { id }: ProjectAccess): Promise<ProjectAccessAnswer> {
    const project = await projectScope(this.source, actor(ctx), id);
    return project ? { project } : {};
  }
}
