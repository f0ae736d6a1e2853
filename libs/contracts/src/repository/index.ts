import type { OperationContract } from '../kit/operation.js';
import { branchOperations } from './branch/branch.operations.js';
import { repositoryOperations as repository } from './repository/repository.operations.js';

export * from './branch/branch.operations.js';
export * from './ref/ref.events.js';
export * from './repository/repository.events.js';
export * from './repository/repository.operations.js';
export * from './internal.js';
export * from './events.js';

export const repositoryServiceOperations: readonly OperationContract[] = [
  ...Object.values(repository),
  ...Object.values(branchOperations),
];
