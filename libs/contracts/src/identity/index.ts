import type { OperationContract } from '../kit/operation.js';
import { projectOperations } from './project/project.operations.js';
import { projectUserOperations } from './project-user/project-user.operations.js';
import { sessionOperations } from './session/session.operations.js';
import { userOperations } from './user/user.operations.js';

export * from './events.js';
export * from './idempotency.js';
export * from './internal.js';
export * from './project/project.operations.js';
export * from './project-user/project-user.operations.js';
export * from './session/session.operations.js';
export * from './user/user.operations.js';

export const identityServiceOperations: readonly OperationContract[] = [
  ...Object.values(sessionOperations),
  ...Object.values(userOperations),
  ...Object.values(projectOperations),
  ...Object.values(projectUserOperations),
];
