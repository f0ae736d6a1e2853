import type { ServiceObject } from '@holdfast/platform/service-host';
import { ProjectAccessService } from './project-access.service.js';
import { projectRelations } from './project-relations.js';
import { ProjectRow } from './project.entity.js';
import { ProjectService } from './project.service.js';
import { ProjectStore, projectList } from './project.store.js';

export const project = {
  rows: [ProjectRow],
  services: [ProjectService, ProjectAccessService],
  parts: [ProjectStore],
  related: [projectRelations],
  lists: { project: projectList },
} satisfies ServiceObject;
