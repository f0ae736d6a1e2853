import { projectsOfAccounts } from '../role/role-links.js';
import type { RelatedRows } from '../related/related-rows.js';
import { longOfProject, shownProjects } from './project.entity.js';
import { visibleProjects } from './project.query.js';
import { projectView } from './project.view.js';

export const projectRelations: RelatedRows = {
  object: 'project',
  table: 'project',
  select: shownProjects,
  long: longOfProject,
  from: 'project p',
  alias: 'p',
  visible: visibleProjects,
  view: projectView,
  below: {
    account: {
      // Those in which the account has a role.
      projects: {
        where: 'p.deleted_at is null',
        links: projectsOfAccounts,
      },
    },
  },
};
