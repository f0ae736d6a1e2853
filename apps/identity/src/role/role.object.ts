import type { ServiceObject } from '@holdfast/platform/service-host';
import { AccountRoleStore } from './account-role.store.js';
import { ProjectAccountRow } from './project-account.entity.js';
import { ProjectGroupRow } from './project-group.entity.js';

export const role = {
  rows: [ProjectAccountRow, ProjectGroupRow],
  parts: [AccountRoleStore],
} satisfies ServiceObject;
