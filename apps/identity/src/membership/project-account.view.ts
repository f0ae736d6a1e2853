import type { ProjectBot, ProjectCollaborator, ProjectUser, View } from '@holdfast/contracts';
import { highestRole, timestamp } from '@holdfast/kernel';
import type { ProjectAccountLink } from './project-account.store.js';

const times = (link: ProjectAccountLink) => ({
  created_at: timestamp(link.created_at),
  updated_at: timestamp(link.updated_at),
});

const project = (link: ProjectAccountLink) => ({ id: link.project_id, uuid: link.project_uuid });
const account = (link: ProjectAccountLink) => ({ id: link.account_id, uuid: link.account_uuid });
const roles = (link: ProjectAccountLink) => ({
  role: link.role,
  highest_role: highestRole([link.role, ...link.group_roles]) ?? link.role,
});

export const projectUserView = (link: ProjectAccountLink): View<typeof ProjectUser> => ({
  project: project(link),
  user: account(link),
  ...roles(link),
  ...times(link),
});

export const projectCollaboratorView = (link: ProjectAccountLink): View<typeof ProjectCollaborator> => ({
  project: project(link),
  collaborator: account(link),
  ...roles(link),
  ...times(link),
});

export const projectBotView = (link: ProjectAccountLink): View<typeof ProjectBot> => ({
  project: project(link),
  bot: account(link),
  role: link.role,
  ...times(link),
});
