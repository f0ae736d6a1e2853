import type { ServiceObject } from '@holdfast/platform/service-host';
import { CatalogueService } from './catalogue.service.js';
import { DefaultIdentifiers } from './default-identifiers.js';
import { ProjectIdsRow } from './project-ids.entity.js';
import { RepositoryChildrenQuery } from './repository-children.query.js';
import { repositoryList, RepositoryListQuery } from './repository-list.query.js';
import { RepositoryRelations } from './repository-relations.js';
import { RepositoryViews } from './repository-views.js';
import { RepositoryRow } from './repository.entity.js';
import { RepositoryService } from './repository.service.js';
import { RepositoryStore } from './repository.store.js';
import { VisibleProjects } from './visible-projects.js';

export const repository = {
  rows: [ProjectIdsRow, RepositoryRow],
  services: [CatalogueService, RepositoryService],
  parts: [
    DefaultIdentifiers,
    RepositoryChildrenQuery,
    RepositoryRelations,
    RepositoryListQuery,
    RepositoryStore,
    RepositoryViews,
    VisibleProjects,
  ],
  related: [RepositoryRelations],
  lists: { repository: repositoryList },
} satisfies ServiceObject;
