import { columnsOf } from '@holdfast/platform/persistence';
import type { RelatedRows } from '../related/related-rows.js';
import { GroupRow } from './group.entity.js';
import { visibleGroups } from './group.query.js';
import { groupView } from './group.view.js';

export const groupRelations: RelatedRows = {
  object: 'group',
  table: '"group"',
  select: columnsOf(GroupRow, 'g'),
  from: '"group" g',
  alias: 'g',
  visible: visibleGroups,
  view: groupView,
  below: {
    project: {
      groups: {
        from: 'project_group m join "group" g on g.uuid = m.group_uuid',
        where: 'm.project_uuid = parent.uuid',
      },
    },
  },
};
