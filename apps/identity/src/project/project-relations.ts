import { columnsOf } from '@holdfast/platform/persistence';
import type { RelatedRows } from '../reference/related-rows.js';
import { ProjectRow } from './project.entity.js';
import { visibleProjects } from './project.query.js';
import { projectView } from './project.view.js';

export const projectRelations: RelatedRows = {
  object: 'project',
  table: 'project',
  select: columnsOf(ProjectRow, 'p'),
  from: 'project p',
  alias: 'p',
  visible: visibleProjects,
  view: projectView,
  below: {
    account: {
      // Those in which the account has a role.
      projects: {
        where: `p.deleted_at is null and p.uuid in (
    select project_uuid from project_account where account_uuid = parent.uuid
    union
    select pg.project_uuid from group_member gm join project_group pg on pg.group_uuid = gm.group_uuid
     where gm.account_uuid = parent.uuid)`,
      },
    },
  },
};
