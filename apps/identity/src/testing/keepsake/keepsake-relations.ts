import { columnsOf } from '@holdfast/platform/persistence';
import { visibleProjects } from '../../project/project.query.js';
import type { RelatedRows } from '../../related/related-rows.js';
import { KeepsakeRow } from './keepsake.entity.js';
import { keepsakeView } from './keepsake.view.js';

export const keepsakeRelations: RelatedRows = {
  object: 'keepsake',
  table: 'keepsake',
  select: columnsOf(KeepsakeRow, 'x'),
  from: 'keepsake x join project p on p.uuid = x.project_uuid',
  alias: 'x',
  visible: visibleProjects,
  view: keepsakeView,
};
