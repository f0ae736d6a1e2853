import { may } from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { ProjectPlace } from './project-place.js';
import { RepositoryAddresses } from './repository-address.js';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { repositoryView, type RepositoryView } from './repository.view.js';

/** Shows rows to a caller. */
@Injectable()
export class RepositoryViews {
  constructor(
    private readonly types: RepositoryTypes,
    private readonly addresses: RepositoryAddresses,
  ) {}

  of(ctx: CallContext, row: RepositoryRow, project: ProjectPlace): RepositoryView {
    const isAdmin =
      ctx.project?.uuid === project.uuid &&
      may('repository.administer', actor(ctx), { project: ctx.project });
    const place = { company: actor(ctx).company, project, isAdmin };
    return repositoryView(row, place, this.types.of(row.type), this.addresses);
  }
}
