import type { ServiceObject } from '@holdfast/platform/service-host';
import { ForkOrigins } from './fork-origins.js';
import { FreeIds } from './free-ids.js';
import { ProjectIdsRow } from './project-ids.entity.js';
import { RepositoryChildrenQuery } from './repository-children.query.js';
import { repositoryList, RepositoryListQuery } from './repository-list.query.js';
import { RepositoryMembers } from './repository-members.js';
import { RepositoryRelations } from './repository-relations.js';
import { RepositoryViews } from './repository-views.js';
import { RepositoryService } from './repository.service.js';
import { VisibleProjects } from './visible-projects.js';

export const repository = {
  rows: [ProjectIdsRow],
  services: [RepositoryService],
  parts: [
    ForkOrigins,
    FreeIds,
    RepositoryChildrenQuery,
    RepositoryRelations,
    RepositoryListQuery,
    RepositoryMembers,
    RepositoryViews,
    VisibleProjects,
  ],
  related: [RepositoryRelations],
  lists: { repository: repositoryList },
} satisfies ServiceObject;
