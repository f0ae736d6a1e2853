import type { OperationContract } from '../kit/operation.js';
import { notificationSettingsOperations } from './account-settings/account-settings.operations.js';
import { auditEventOperations } from './audit-event/audit-event.operations.js';
import { botOperations } from './bot/bot.operations.js';
import { collaboratorOperations } from './collaborator/collaborator.operations.js';
import { companyOperations } from './company/company.operations.js';
import { groupOperations } from './group/group.operations.js';
import { groupMemberOperations } from './group-member/group-member.operations.js';
import { licenseOperations } from './license/license.operations.js';
import { passwordRecoveryOperations } from './password-recovery/password-recovery.operations.js';
import { projectOperations } from './project/project.operations.js';
import { projectBotOperations } from './project-bot/project-bot.operations.js';
import { projectCollaboratorOperations } from './project-collaborator/project-collaborator.operations.js';
import { projectGroupOperations } from './project-group/project-group.operations.js';
import { projectMemberOperations } from './project-member/project-member.operations.js';
import { projectUserOperations } from './project-user/project-user.operations.js';
import { sessionOperations } from './session/session.operations.js';
import { sshKeyOperations } from './ssh-key/ssh-key.operations.js';
import { subscriberOperations } from './subscriber/subscriber.operations.js';
import { userOperations } from './user/user.operations.js';

export * from './account/account.object.js';
export * from './events.js';
export * from './idempotency.js';
export * from './internal.js';
export * from './storage.js';
export * from './storage-ledger.js';
export * from './account-settings/account-settings.operations.js';
export * from './audit-event/audit-event.operations.js';
export * from './bot/bot.operations.js';
export * from './collaborator/collaborator.operations.js';
export * from './company/company.operations.js';
export * from './group/group.operations.js';
export * from './group-member/group-member.operations.js';
export * from './license/license.operations.js';
export * from './password-recovery/password-recovery.operations.js';
export * from './project/project.events.js';
export * from './project/project.operations.js';
export * from './project-bot/project-bot.operations.js';
export * from './project-collaborator/project-collaborator.operations.js';
export * from './project-group/project-group.operations.js';
export * from './project-member/project-member.operations.js';
export * from './project-user/project-user.operations.js';
export * from './session/session.operations.js';
export * from './ssh-key/ssh-key.operations.js';
export * from './subscriber/subscriber.operations.js';
export * from './user/user.operations.js';

export const identityServiceOperations: readonly OperationContract[] = [
  ...Object.values(companyOperations),
  ...Object.values(licenseOperations),
  ...Object.values(sessionOperations),
  ...Object.values(passwordRecoveryOperations),
  ...Object.values(notificationSettingsOperations),
  ...Object.values(sshKeyOperations),
  ...Object.values(userOperations),
  ...Object.values(collaboratorOperations),
  ...Object.values(botOperations),
  ...Object.values(groupOperations),
  ...Object.values(groupMemberOperations),
  ...Object.values(projectOperations),
  ...Object.values(projectUserOperations),
  ...Object.values(projectCollaboratorOperations),
  ...Object.values(projectGroupOperations),
  ...Object.values(projectMemberOperations),
  ...Object.values(projectBotOperations),
  ...Object.values(subscriberOperations),
  ...Object.values(auditEventOperations),
];
