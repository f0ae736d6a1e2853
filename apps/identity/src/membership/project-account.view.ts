import type { ProjectBot, ProjectCollaborator, ProjectUser, View } from '@holdfast/contracts';
import { highestRole, timestamp } from '@holdfast/kernel';
import type { ProjectAccountLink } from './project-account.store.js';

const times = (link: ProjectAccountLink) => ({
  created_at: timestamp(link.createdAt),
  updated_at: timestamp(link.updatedAt),
});

const project = (link: ProjectAccountLink) => ({ id: link.projectId, uuid: link.projectUuid });
const account = (link: ProjectAccountLink) => ({ id: link.accountId, uuid: link.accountUuid });
const roles = (link: ProjectAccountLink) => ({
  role: link.role,
  highest_role: highestRole([link.role, ...link.groupRoles]) ?? link.role,
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
