import type { ServiceObject } from '@holdfast/platform/service-host';
import { ProjectAccountStore, projectAccountList } from './project-account.store.js';
import { ProjectBotService } from './project-bot.service.js';
import { ProjectCollaboratorService } from './project-collaborator.service.js';
import { ProjectGroupService } from './project-group.service.js';
import { ProjectGroupStore, projectGroupList } from './project-group.store.js';
import { ProjectHold } from './project-hold.js';
import { ProjectLinks } from './project-links.js';
import { projectMemberList } from './project-member.query.js';
import { ProjectMemberService } from './project-member.service.js';
import { ProjectUserService } from './project-user.service.js';

export const membership = {
  services: [
    ProjectUserService,
    ProjectCollaboratorService,
    ProjectGroupService,
    ProjectMemberService,
    ProjectBotService,
  ],
  parts: [ProjectAccountStore, ProjectGroupStore, ProjectHold, ProjectLinks],
  lists: {
    project_user: projectAccountList,
    project_collaborator: projectAccountList,
    project_bot: projectAccountList,
    project_group: projectGroupList,
    project_member: projectMemberList,
  },
} satisfies ServiceObject;
