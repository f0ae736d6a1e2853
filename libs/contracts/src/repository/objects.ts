// One line for each object of the service.
export * from './branch/branch.operations.js';
export * from './repository/repository.operations.js';
