// One line for each object of the service, and one for the events of an object.
export * from './blame/blame.operations.js';
export * from './bookmark/bookmark.operations.js';
export * from './branch/branch.operations.js';
export * from './changeset/changeset.operations.js';
export * from './commit/commit.operations.js';
export * from './match/match.operations.js';
export * from './protected-branch/protected-branch.operations.js';
export * from './ref/ref.events.js';
export * from './repository/repository.events.js';
export * from './repository/repository.operations.js';
export * from './tag/tag.operations.js';
export * from './tree-entry/tree-entry.operations.js';
