import { columnsOf } from '@holdfast/platform/persistence';
import { visibleProjects } from '../../project/project.query.js';
import type { RelatedRows } from '../../reference/related-rows.js';
import { MilestoneRow } from './milestone.entity.js';
import { milestoneView } from './milestone.view.js';

export const milestoneRelations: RelatedRows = {
  object: 'milestone',
  table: 'milestone',
  select: columnsOf(MilestoneRow, 'x'),
  from: 'milestone x join project p on p.uuid = x.project_uuid',
  alias: 'x',
  visible: visibleProjects,
  view: milestoneView,
};
