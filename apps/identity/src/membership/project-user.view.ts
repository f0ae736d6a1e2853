import { highestRole, timestamp } from '@holdfast/kernel';
import type { ProjectAccountLink } from './project-account.store.js';

export const projectUserView = (link: ProjectAccountLink) => ({
  project: { id: link.project_id, uuid: link.project_uuid },
  user: { id: link.account_id, uuid: link.account_uuid },
  role: link.role,
  highest_role: highestRole([link.role, ...link.group_roles]),
  created_at: timestamp(link.created_at),
  updated_at: timestamp(link.updated_at),
});
