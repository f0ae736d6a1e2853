// One line for each object, and for each thing that several stand on.
export { audit } from './audit/audit.object.js';
export { branch } from './branch/branch.object.js';
export { changeset } from './changeset/changeset.object.js';
export { commit } from './commit/commit.object.js';
export { schema } from './database/schema.object.js';
export { event } from './event/event.object.js';
export { health } from './health/health.object.js';
export { placement } from './placement/placement.object.js';
export { purge } from './purge/purge.object.js';
export { refChange } from './ref-change/ref-change.object.js';
export { reference } from './reference/reference.object.js';
export { repository } from './repository/repository.object.js';
export { storage } from './storage/storage.object.js';
export { tag } from './tag/tag.object.js';
export { transfer } from './transfer/transfer.object.js';
export { treeEntry } from './tree-entry/tree-entry.object.js';
